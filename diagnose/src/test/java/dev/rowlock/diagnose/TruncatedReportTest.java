package dev.rowlock.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.diagnose.fixture.Rendering;
import dev.rowlock.diagnose.fixture.Samples;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts cut anywhere: nothing is thrown, nobody is made the victim, and what is read was there. */
final class TruncatedReportTest {
    private static final int OFFSETS = 400;
    private static final long SEED = 20261130;

    private final DeadlockReader reader = DeadlockReader.plain();

    @ParameterizedTest
    @MethodSource("dev.rowlock.diagnose.fixture.Samples#names")
    void holdsOnlyWhatWasReadBeforeTheCutAtEveryLine(String sample) {
        String text = Samples.text(sample);
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
            check(sample, text, end + 1);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.rowlock.diagnose.fixture.Samples#names")
    void holdsOnlyWhatWasReadBeforeTheCutAnywhere(String sample) {
        String text = Samples.text(sample);
        Random random = new Random(SEED);
        for (int i = 0; i < OFFSETS; i++) {
            check(sample, text, random.nextInt(text.length()));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.rowlock.diagnose.fixture.Samples#names")
    void inventsNoVictimWhenTheBeginningIsMissing(String sample) {
        String text = Samples.text(sample);
        Integer victim = reader.read(text).get(0).victim();
        for (int start = text.indexOf('\n'); start >= 0; start = text.indexOf('\n', start + 1)) {
            for (Deadlock deadlock : reader.read(text.substring(start + 1))) {
                if (deadlock.victim() != null) {
                    assertThat(deadlock.victim()).isEqualTo(victim);
                }
            }
        }
    }

    private void check(String sample, String text, int end) {
        Deadlock whole = reader.read(text).get(0);
        List<Deadlock> found = reader.read(text.substring(0, end));
        assertThat(found).hasSizeLessThanOrEqualTo(1);
        for (Deadlock cut : found) {
            if (cut.victim() != null) {
                assertThat(end).as("offset in %s", sample).isGreaterThan(text.lastIndexOf("*** WE ROLL BACK"));
                assertThat(cut.victim()).isEqualTo(whole.victim());
            }
            assertThat(cut.transactions())
                    .hasSizeLessThanOrEqualTo(whole.transactions().size());
            for (int i = 0; i < cut.transactions().size(); i++) {
                agree(cut.transactions().get(i), whole.transactions().get(i), endsALine(text, end));
            }
        }
    }

    private enum Cut {
        BEHIND_A_LINE,
        INSIDE_A_LINE
    }

    private static Cut endsALine(String text, int end) {
        return end > 0 && text.charAt(end - 1) == '\n' ? Cut.BEHIND_A_LINE : Cut.INSIDE_A_LINE;
    }

    private static void agree(Transaction cut, Transaction whole, Cut where) {
        assertThat(cut.number()).isEqualTo(whole.number());
        assertThat(cut.id()).isIn(null, whole.id());
        assertThat(cut.threadId()).isIn(null, whole.threadId());
        assertThat(cut.account()).isIn(null, whole.account());
        if (cut.sql() != null) {
            assertThat(whole.sql()).startsWith(cut.sql());
        }
        List<Lock> locks =
                Stream.concat(whole.holds().stream(), whole.waits().stream()).toList();
        // A line cut behind the lock's mode lacks flags, and a lock cut before its records lacks the flag for the end
        // of the page.
        Stream.concat(cut.holds().stream(), cut.waits().stream())
                .forEach(lock -> assertThat(locks)
                        .as("%s %s", where, Rendering.lock(lock))
                        .anyMatch(original -> original.place().equals(lock.place())
                                && original.mode().startsWith(lock.mode())
                                && original.flags().containsAll(lock.flags())));
    }
}

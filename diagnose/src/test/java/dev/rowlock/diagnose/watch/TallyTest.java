package dev.rowlock.diagnose.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.diagnose.watch.internal.Sample;
import dev.rowlock.diagnose.watch.internal.Tally;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class TallyTest {
    private final Tally tally = new Tally();

    @Test
    void whatWasCountedBeforeTheFirstSampleIsNotUnseen() {
        assertThat(tally.add(sample("a", 100, 7))).isEmpty();
        assertThat(tally.unseen()).isZero();
    }

    @Test
    void countsWhatTheServerCountedAndNobodySaw() {
        tally.add(sample("a", 100, 7));
        tally.add(sample("a", 102, 10));
        tally.saw();
        assertThat(tally.unseen()).isEqualTo(2);
    }

    /** It happened between the counter and the report. */
    @Test
    void aDeadlockThatIsSeenBeforeItIsCountedIsNotCountedTwice() {
        tally.add(sample("a", 100, 7));
        tally.add(sample("a", 102, 7));
        tally.saw();
        assertThat(tally.unseen()).isZero();
        tally.add(sample("a", 104, 8));
        assertThat(tally.unseen()).isZero();
    }

    @Test
    void aSampleAfterARestartIsDropped() {
        tally.add(sample("a", 100, 7));
        assertThat(tally.add(new Sample("a", 2, 1_110, OptionalLong.of(9), OptionalLong.of(3))))
                .contains("the server was started again");
        assertThat(tally.dropped()).isEqualTo(1);
        assertThat(tally.unseen()).isZero();
        assertThat(tally.timeouts()).isZero();
    }

    /** Up longer than before although it was started again: the outage was long, or nobody looked. */
    @Test
    void aRestartIsKnownByTheTimeOfTheStart() {
        tally.add(sample("a", 100, 7));
        assertThat(tally.add(new Sample("a", 200, 1_900, OptionalLong.of(9), OptionalLong.of(0))))
                .contains("the server was started again");
    }

    @Test
    void aCounterThatGoesBackIsDropped() {
        tally.add(sample("a", 100, 7));
        assertThat(tally.add(sample("a", 102, 1)).orElse("")).contains("went back from 7 to 1");
        tally.add(sample("a", 104, 2));
        assertThat(tally.unseen()).isEqualTo(1);
    }

    @Test
    void anotherServerIsNotCompared() {
        tally.add(sample("a", 100, 7));
        assertThat(tally.add(sample("b", 102, 900)).orElse("")).contains("another server");
        assertThat(tally.unseen()).isZero();
    }

    @Test
    void neverTakesBackWhatItSaid() {
        tally.add(sample("a", 100, 7));
        tally.add(sample("a", 102, 8));
        assertThat(tally.unseen()).isEqualTo(1);
        tally.saw();
        assertThat(tally.unseen()).isEqualTo(1);
    }

    private static Sample sample(String server, long uptime, long deadlocks) {
        return new Sample(server, uptime, 1_000, OptionalLong.of(deadlocks), OptionalLong.of(0));
    }
}

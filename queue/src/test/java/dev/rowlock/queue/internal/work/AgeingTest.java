package dev.rowlock.queue.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Priority;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.queue.internal.housekeeping.DueNow;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Under an endless flood of urgent jobs the least urgent are still worked on (B8): every lane has a claim of its own among twenty-four. */
@EachServer(only = ServerKind.MYSQL_DEV)
final class AgeingTest {
    private static final int BATCH = 10;

    /** Three fair claims of eight each, and a sweep between. */
    private static final int CLAIMS = 26;

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private static void flood(Mails mails) {
        mails.queue()
                .enqueueAll(IntStream.range(0, 3 * BATCH)
                        .mapToObj(n -> NewJob.builder(Mails.KIND, "flood")
                                .priority(n % 3 == 0 ? Priority.URGENT : n % 3 == 1 ? Priority.HIGH : Priority.NORMAL)
                                .build())
                        .toList());
    }

    /** Claims, each with the flood rising before it, until the job is among what came; how many it took. */
    private static int claimsUntil(Steps steps, Mails mails, JobId wanted) {
        for (int claim = 1; claim <= 10 * CLAIMS; claim++) {
            flood(mails);
            List<Held> held = steps.claim(BATCH);
            assertThat(held).isNotEmpty();
            steps.cycle(Steps.done(held), 0);
            if (held.stream().anyMatch(one -> one.job.id().equals(wanted))) {
                return claim;
            }
        }
        return Integer.MAX_VALUE;
    }

    @Test
    void theOldestLowJobIsClaimedWithinTwentySixClaims(TestDatabase database) {
        Mails mails = Mails.open(database);
        Steps steps = new Steps(mails, mails.transactions());
        flood(mails);
        steps.cycle(Steps.done(steps.claim(BATCH)), 0);
        for (int n = 0; n < 3; n++) {
            JobId low = mails.enqueue(NewJob.builder(Mails.KIND, "low").priority(Priority.LOW));
            assertThat(claimsUntil(steps, mails, low)).isLessThanOrEqualTo(CLAIMS);
        }
    }

    /** It stands behind the cursor of its lane, and every sweep is filled by the flood. */
    @Test
    void aLowJobThatComesBackIsClaimedAsWell(TestDatabase database) {
        Mails mails = Mails.open(database);
        long[] now = {0};
        Steps steps = new Steps(mails, mails.transactions(), () -> now[0] += SECOND / 4);
        JobId first = mails.enqueue(NewJob.builder(Mails.KIND, "low").priority(Priority.LOW));
        JobId second = mails.enqueue(NewJob.builder(Mails.KIND, "low").priority(Priority.LOW));
        List<Held> held = steps.claim(BATCH);
        assertThat(held).extracting(one -> one.job.id()).containsExactly(first, second);
        steps.cycle(Steps.done(held.subList(1, 2)), 0);
        steps.cycle(Steps.ruled(held.subList(0, 1), Ruling.snoozed(Duration.ofHours(1))), 0);
        DueNow.promote(database);
        assertThat(claimsUntil(steps, mails, first)).isLessThanOrEqualTo(2 * CLAIMS);
    }
}

package dev.rowlock.queue.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.queue.History;
import dev.rowlock.queue.JobId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class TurnsTest {
    private static final Plan PLAN = new Plan(
            "mails",
            1,
            8,
            100,
            Duration.ofSeconds(30),
            Duration.ofMillis(20),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            History.KEPT);

    private final AtomicLong ticks = new AtomicLong();
    private final Desk desk = new Desk(PLAN, ticks::get);
    private int made;

    @Test
    void resultsOfAFullClaimGoWithThoseOfTheNext() throws InterruptedException {
        claimedAndRun(100);
        Turn second = next();
        assertThat(second.results()).isEmpty();
        assertThat(second.room()).isEqualTo(100);
        claimedAndRun(100);
        Turn third = next();
        assertThat(third.results()).hasSize(200);
        assertThat(third.room()).isEqualTo(100);
    }

    @Test
    void resultsOfAShortClaimAreWrittenAtOnce() throws InterruptedException {
        claimedAndRun(40);
        Turn second = next();
        assertThat(second.results()).hasSize(40);
        assertThat(second.room()).isEqualTo(100);
    }

    @Test
    void aResultThatHasWaitedIsWrittenWhateverComes() throws InterruptedException {
        claimedAndRun(100);
        ticks.addAndGet(Duration.ofMillis(5).toNanos());
        assertThat(next().results()).hasSize(100);
    }

    /** Handlers that are quicker than a cycle run one batch while the next is fetched. */
    @Test
    void quickHandlersGetTheNextBatchBeforeTheyAreThroughWithTheLast() throws InterruptedException {
        firstCycleThenBatch(Duration.ofMillis(20), Duration.ofNanos(100_000));
        claimed(100);
        Turn early = next();
        assertThat(early.room()).isEqualTo(100);
        assertThat(early.results()).hasSize(100);
    }

    @Test
    void slowHandlersAreNotGivenWhatAnotherWorkerCouldDo() throws InterruptedException {
        firstCycleThenBatch(Duration.ofMillis(20), Duration.ofMillis(1));
        claimed(100);
        Turn results = next();
        assertThat(results.results()).hasSize(100);
        assertThat(results.room()).isZero();
    }

    /** A cycle of that length, whose batch takes the handlers so long for each job. */
    private void firstCycleThenBatch(Duration cycle, Duration job) throws InterruptedException {
        next();
        ticks.addAndGet(cycle.toNanos());
        claimed(100);
        for (int at = 0; at < 100; at++) {
            ticks.addAndGet(job.toNanos());
            run();
        }
        ticks.addAndGet(Duration.ofMillis(5).toNanos());
    }

    private Turn next() throws InterruptedException {
        return Objects.requireNonNull(desk.awaitTurn());
    }

    private void claimedAndRun(int jobs) throws InterruptedException {
        claimed(jobs);
        for (int at = 0; at < jobs; at++) {
            run();
        }
    }

    private void run() throws InterruptedException {
        desk.ended(Objects.requireNonNull(desk.awaitJob()), Ruling.done(null));
    }

    private void claimed(int jobs) {
        List<LeasedJob> claimed = new ArrayList<>();
        for (int at = 0; at < jobs; at++) {
            claimed.add(new LeasedJob(1, new JobId(new UUID(1, ++made)), 1, 0, 20, "mail", "", new byte[0]));
        }
        desk.claimIn(0);
        desk.cycled(List.of(), claimed, ticks.get());
    }
}

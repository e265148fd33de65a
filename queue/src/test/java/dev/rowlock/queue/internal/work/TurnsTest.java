package dev.rowlock.queue.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.queue.History;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.line.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
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

    private static final long SHORTEST = Duration.ofMillis(20).toNanos();

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
        desk.cycled(List.of(), claimed, ticks.get());
        desk.claimIn(0);
    }

    private static List<Place> places(int from, int upTo) {
        return IntStream.range(from, upTo)
                .mapToObj(job -> new Place(2, new JobId(new UUID(2, job))))
                .toList();
    }

    /** The worker has taken all there was, and is not to look again for long. */
    private void caughtUp() throws InterruptedException {
        next();
        claimed(0);
        desk.claimIn(Duration.ofHours(1).toNanos());
        desk.reception().claimed(true);
    }

    @Test
    void afterAClaimThatTookAllTheNextGoesWithItsResults() throws InterruptedException {
        next();
        claimed(40);
        desk.claimShortly(SHORTEST);
        for (int at = 0; at < 40; at++) {
            run();
        }
        Turn second = next();
        assertThat(second.results()).hasSize(40);
        assertThat(second.room()).isEqualTo(100);
        assertThat(second.heard()).isEmpty();
    }

    @Test
    void whatComesAfterAClaimThatTookAllWaitsForTheShortestPauseAtMost() throws InterruptedException {
        Turns turns = new Turns(PLAN, new Holdings(), new Seats(), 0);
        turns.take(0, false);
        turns.claimShortly(SHORTEST, 5);
        assertThat(turns.until(5, false)).isEqualTo(SHORTEST);
        turns.take(5 + SHORTEST, false);
        turns.claimIn(10 * SHORTEST, 10 + SHORTEST);
        assertThat(turns.until(10 + SHORTEST, false)).isEqualTo(10 * SHORTEST);
    }

    @Test
    void whoIsWokenForJobsClaimsTheseAndNothingElse() throws InterruptedException {
        caughtUp();
        desk.wake(places(0, 2));
        desk.wake(places(1, 3));
        Turn turn = next();
        assertThat(turn.room()).isEqualTo(100);
        assertThat(turn.heard()).containsExactlyElementsOf(places(0, 3));
    }

    @Test
    void whileOthersMayBeWaitingAWakeIsForWhateverThereIs() throws InterruptedException {
        caughtUp();
        desk.reception().claimed(false);
        desk.wake(places(0, 1));
        assertThat(next().heard()).isEmpty();
        claimed(0);
        desk.claimIn(Duration.ofHours(1).toNanos());
        desk.reception().claimed(true);
        desk.wake(places(0, 1));
        desk.wake(List.of());
        assertThat(next().heard()).as("somebody else woke it as well").isEmpty();
        claimed(0);
        desk.claimIn(SHORTEST);
        desk.reception().claimed(true);
        ticks.addAndGet(SHORTEST);
        desk.wake(places(0, 1));
        assertThat(next().heard()).as("a claim is due anyway").isEmpty();
    }

    @Test
    void ofManyJobsHeardOfNoneIsNamed() throws InterruptedException {
        caughtUp();
        for (int at = 0; at < 300; at++) {
            desk.wake(places(at, at + 1));
        }
        Turn turn = next();
        assertThat(turn.room()).isEqualTo(100);
        assertThat(turn.heard()).isEmpty();
    }

    /** B8: whoever is woken without end looks at every lane all the same. */
    @Test
    void claimsOfJobsHeardOfDoNotPutOffTheNextOfWhateverThereIs() throws InterruptedException {
        caughtUp();
        int whole = 0;
        int heard = 0;
        for (int at = 0; at < 100; at++) {
            desk.wake(places(at, at + 1));
            Turn turn = next();
            desk.cycled(List.of(), List.of(), ticks.get());
            if (turn.heard().isEmpty()) {
                whole++;
                desk.claimShortly(SHORTEST);
            } else {
                heard++;
                desk.claimShortlyAsWell(SHORTEST);
            }
            desk.reception().claimed(true);
            ticks.addAndGet(SHORTEST / 10);
        }
        assertThat(whole).isBetween(9, 11);
        assertThat(heard).isEqualTo(100 - whole);
    }
}

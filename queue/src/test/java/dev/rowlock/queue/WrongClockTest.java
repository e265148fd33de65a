package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.queue.fixture.ShiftedClock;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A worker whose clock is ten minutes ahead of the database's, or behind it, works like all others: claim, heartbeat, completion, delay, retry, hand-over. */
@EachServer(only = ServerKind.MYSQL_DEV)
final class WrongClockTest {
    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

    @Test
    void aClockTenMinutesAheadChangesNothing(TestDatabase database) {
        worksLikeAnyOther(database, TEN_MINUTES.negated());
    }

    @Test
    void aClockTenMinutesBehindChangesNothing(TestDatabase database) {
        worksLikeAnyOther(database, TEN_MINUTES);
    }

    private static void worksLikeAnyOther(TestDatabase database, Duration serverAhead) {
        Mails mails = Mails.open(database, ShiftedClock.of(database, serverAhead));
        Map<String, Long> ranAt = new ConcurrentHashMap<>();
        AtomicInteger slow = new AtomicInteger();
        long begun = System.nanoTime();
        mails.enqueue(NewJob.builder(Mails.KIND, "delayed").delay(Duration.ofSeconds(2)));
        mails.enqueue(NewJob.builder(Mails.KIND, "slow"));
        mails.enqueue(NewJob.builder(Mails.KIND, "retried"));
        mails.enqueue(NewJob.builder(Mails.KIND, "snoozed"));
        JobHandler<String> handler = job -> {
            ranAt.put(job.payload() + " " + job.attempt(), System.nanoTime());
            switch (job.payload()) {
                case "slow" -> {
                    slow.incrementAndGet();
                    // Longer than two leases: only the heartbeat keeps it.
                    Awaitility.await().pollDelay(Duration.ofMillis(2_500)).until(() -> true);
                }
                case "retried" -> {
                    if (job.attempt() == 1) {
                        return JobOutcome.failed("once");
                    }
                }
                case "snoozed" -> {
                    if (ranAt.putIfAbsent("snoozed", System.nanoTime()) == null) {
                        return JobOutcome.snoozed(Duration.ofSeconds(1));
                    }
                }
                default -> {}
            }
            return JobOutcome.done();
        };
        HandlerRules rules = HandlerRules.standard().withRetry(RetryPolicy.fixed(Duration.ofSeconds(1)));
        // Two, each of which would take what the other does not keep.
        Mails others = Mails.open(database, ShiftedClock.of(database, serverAhead));
        try (Worker one = mails.worker()
                        .lease(Duration.ofSeconds(1))
                        .handle(Mails.KIND, handler, rules)
                        .start();
                Worker other = others.worker()
                        .lease(Duration.ofSeconds(1))
                        .handle(Mails.KIND, handler, rules)
                        .start()) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> one.counts().done() + other.counts().done() == 4);
            mails.queue().enqueue(NewJob.of(Mails.KIND, "handed over"));
            Awaitility.await().until(() -> ranAt.containsKey("handed over 1"));
            Awaitility.await().until(() -> one.counts().done() + other.counts().done() == 5);
            assertThat(one.counts().lost() + other.counts().lost()).isZero();
        }
        assertThat(slow).hasValue(1);
        assertThat(second(ranAt, "delayed 1", begun)).isBetween(1.9, 8.0);
        assertThat(second(ranAt, "retried 2", begun)).isBetween(0.9, 8.0);
        assertThat(at(ranAt, "snoozed 1") - at(ranAt, "snoozed")).isBetween(900_000_000L, 8_000_000_000L);
        assertThat(mails.open()).isZero();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_history WHERE outcome = 0"))
                .isEqualTo(5);
    }

    private static double second(Map<String, Long> ranAt, String what, long begun) {
        return (at(ranAt, what) - begun) / 1e9;
    }

    private static long at(Map<String, Long> ranAt, String what) {
        return Objects.requireNonNull(ranAt.get(what));
    }
}

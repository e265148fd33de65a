package dev.rowlock.queue.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.JobOutcome;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Rate;
import dev.rowlock.queue.Worker;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.queue.internal.housekeeping.DueNow;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A rate for all jobs of a queue: never more, in all processes, and nobody waits for anybody. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class QueueRateTest {
    private static final Rate SEVEN_AN_HOUR = new Rate(7, Duration.ofHours(1));
    private static final List<Cursor.Lane> ALL = IntStream.range(0, 4)
            .mapToObj(lane -> new Cursor.Lane(lane, new dev.rowlock.queue.JobId(new UUID(0, 0))))
            .toList();

    private static void periodIsOver(TestDatabase database) {
        database.execute("UPDATE rowlock_slot SET free_at = UTC_TIMESTAMP(6) WHERE line_key = 'q:'");
    }

    @Test
    void noMoreBeginInAPeriodThanItSaysWhoeverClaims(TestDatabase database) {
        Mails mails = Mails.open(database);
        mails.queue().limitRate(SEVEN_AN_HOUR);
        assertThat(mails.queue().limits().rate()).contains(SEVEN_AN_HOUR);
        mails.enqueue(20);
        Steps one = new Steps(mails, mails.transactions());
        Steps two = new Steps(mails, mails.transactions());
        List<Held> held = new ArrayList<>(one.claim(5));
        assertThat(held).hasSize(5);
        held.addAll(two.claim(5));
        assertThat(held).hasSize(7);
        assertThat(one.claim(5)).isEmpty();
        assertThat(two.sweep(5)).isEmpty();
        // What has ended makes no room: it is about beginnings.
        assertThat(one.cycle(Steps.done(held), 5).held()).isEmpty();
        periodIsOver(database);
        List<Held> next = new ArrayList<>(one.claim(5));
        next.addAll(two.claim(5));
        assertThat(next).hasSize(7).doesNotContainAnyElementsOf(held);
        mails.queue().unlimitRate();
        assertThat(one.sweep(10)).hasSize(6);
        assertThat(mails.queue().limits().rate()).isEmpty();
    }

    @Test
    void jobsOfLinesAndAttemptsCountAndAHigherRateHoldsAtOnce(TestDatabase database) {
        Mails mails = Mails.open(database);
        mails.queue().limitRate(new Rate(3, Duration.ofHours(1)));
        mails.queue()
                .enqueueAll(IntStream.range(0, 6)
                        .mapToObj(n -> NewJob.builder(Mails.KIND, "m" + n)
                                .orderingKey("customer " + n)
                                .build())
                        .toList());
        Steps steps = new Steps(mails, mails.transactions());
        List<Held> held = steps.claim(10);
        assertThat(held).hasSize(3);
        steps.cycle(Steps.ruled(held, Ruling.snoozed(Duration.ofHours(1))), 0);
        DueNow.promote(database);
        assertThat(steps.sweep(10)).isEmpty();
        mails.queue().limitRate(new Rate(5, Duration.ofHours(1)));
        assertThat(steps.sweep(10)).hasSize(2);
        mails.queue().limitRate(new Rate(5, Duration.ofMillis(1)));
        Awaitility.await().until(() -> steps.sweep(10).size() > 0);
    }

    /** A claimer that has used places and not committed, for example since its process was stopped. */
    @Test
    void nobodyWaitsForAClaimerThatSleepsInItsTransaction(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        mails.queue().limitRate(SEVEN_AN_HOUR);
        mails.enqueue(20);
        Steps steps = new Steps(mails, mails.transactions());
        try (Connection sleeper = database.connect()) {
            sleeper.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            sleeper.setAutoCommit(false);
            assertThat(new Claiming(1, 30_000_000, steps.settling)
                            .claim(sleeper, ALL, 4)
                            .taken())
                    .hasSize(4);
            assertThat(steps.claim(10)).hasSizeLessThanOrEqualTo(3);
            sleeper.rollback();
        }
        Awaitility.await().until(() -> {
            steps.sweep(10);
            return database.number("SELECT COUNT(*) FROM rowlock_job WHERE lease_until > UTC_TIMESTAMP(6)") == 7;
        });
    }

    @Test
    void aWorkerComesBackByItselfWhenThereIsMore(TestDatabase database) {
        Mails mails = Mails.open(database);
        mails.queue().limitRate(new Rate(10, Duration.ofMillis(300)));
        mails.enqueue(30);
        long begun = System.nanoTime();
        try (Worker worker = mails.worker()
                .pauses(Duration.ofMillis(5), Duration.ofMinutes(1))
                .handle(Mails.KIND, job -> JobOutcome.done())
                .start()) {
            Awaitility.await().until(() -> worker.counts().done() == 30);
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(Duration.ofMillis(600));
            // A new one starts with a claim, not with its commit.
            periodIsOver(database);
            mails.queue().enqueue(NewJob.of(Mails.KIND, "one more"));
            Awaitility.await().until(() -> worker.counts().done() == 31);
        }
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_slot WHERE line_key = 'q:'"))
                .isEqualTo(10);
    }

    @Test
    void aQueueWithoutOneSendsNoStatementMoreForIt(TestDatabase database) {
        Mails mails = Mails.open(database);
        mails.enqueue(5);
        mails.queues().queue("others").limitRate(SEVEN_AN_HOUR);
        Steps steps = new Steps(mails, mails.transactions());
        steps.claim(1);
        database.resetCounts();
        steps.claim(1);
        long without = database.statements();
        mails.queue().limitRate(SEVEN_AN_HOUR);
        database.resetCounts();
        assertThat(steps.claim(1)).hasSize(1);
        assertThat(database.statements()).as("limits, places, their use").isEqualTo(without + 3);
    }
}

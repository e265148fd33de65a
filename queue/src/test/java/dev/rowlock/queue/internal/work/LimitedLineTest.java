package dev.rowlock.queue.internal.work;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.KeyLimits;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Rate;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.queue.internal.housekeeping.DueNow;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.RowLocks;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs of one concurrency key: as many as the limits say, none forgotten, nobody waiting for a lock. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class LimitedLineTest {
    private static final List<Cursor.Lane> ALL = IntStream.range(0, 4)
            .mapToObj(lane -> new Cursor.Lane(lane, new dev.rowlock.queue.JobId(new UUID(0, 0))))
            .toList();

    private static NewJob job(String payload) {
        return NewJob.builder(Mails.KIND, payload).concurrencyKey("smtp").build();
    }

    private static Mails mails(TestDatabase database, KeyLimits limits, int jobs) {
        Mails mails = Mails.open(database);
        mails.queue().limitKeys(limits);
        mails.queue()
                .enqueueAll(IntStream.range(0, jobs).mapToObj(n -> job("m" + n)).toList());
        return mails;
    }

    private static List<String> payloads(List<Held> held) {
        return held.stream().map(one -> new String(one.job.payload(), UTF_8)).toList();
    }

    @Test
    void asManyRunAsTheLimitSaysAndEachThatEndsLetsOneIn(TestDatabase database) {
        Mails mails = mails(database, KeyLimits.none().withConcurrent(3), 8);
        Steps one = new Steps(mails, mails.transactions());
        Steps two = new Steps(mails, mails.transactions());
        List<Held> first = one.claim(2);
        List<Held> second = two.claim(10);
        assertThat(payloads(first)).containsExactly("m0", "m1");
        assertThat(payloads(second)).containsExactly("m2");
        assertThat(one.claim(10)).isEmpty();
        Steps.Step third = one.cycle(Steps.done(first), 10);
        assertThat(payloads(third.held())).containsExactly("m3", "m4");
        // One that waits for its next attempt lets others pass, and comes back to where it stood.
        List<Held> failed = Steps.ruled(second, Ruling.retried(Duration.ofHours(1), new Ruling.Failed("no", null)));
        Steps.Step fourth = two.cycle(failed, 10);
        assertThat(payloads(fourth.held())).containsExactly("m5");
        DueNow.promote(database);
        assertThat(mails.status(second.get(0).job.id()).state()).isEqualTo(JobState.BLOCKED);
        assertThat(one.claim(10)).isEmpty();
        List<Held> running = new ArrayList<>(third.held());
        running.addAll(fourth.held());
        Steps.Step fifth = one.cycle(Steps.done(running), 10);
        assertThat(payloads(fifth.held())).containsExactlyInAnyOrder("m2", "m6", "m7");
        assertThat(one.cycle(Steps.done(fifth.held()), 10).held()).isEmpty();
        assertThat(mails.open()).isZero();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_slot")).isZero();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_lined")).isZero();
    }

    @Test
    void aLimitThatIsRaisedLetsMoreInAtOnceAndOneThatIsLoweredFewerAsJobsEnd(TestDatabase database) {
        Mails mails = mails(database, KeyLimits.none().withConcurrent(1), 10);
        Steps steps = new Steps(mails, mails.transactions());
        List<Held> held = new ArrayList<>(steps.claim(10));
        assertThat(held).hasSize(1);
        mails.queue().limitKeys(KeyLimits.none().withConcurrent(4));
        held.addAll(steps.sweep(10));
        assertThat(held).hasSize(4);
        mails.queue().limitKeys(KeyLimits.none().withConcurrent(2));
        assertThat(steps.claim(10)).isEmpty();
        List<Held> rest = new ArrayList<>(steps.cycle(Steps.done(held), 10).held());
        rest.addAll(steps.claim(10));
        assertThat(rest).hasSize(2);
    }

    @Test
    void noMoreBeginInAPeriodThanTheRateSaysAndTheTicketComesBackWhenThereIsMore(TestDatabase database) {
        Mails mails = mails(database, KeyLimits.none().withRate(new Rate(3, Duration.ofHours(1))), 7);
        Steps steps = new Steps(mails, mails.transactions());
        List<Held> first = new ArrayList<>(steps.claim(2));
        first.addAll(steps.claim(10));
        assertThat(payloads(first)).containsExactly("m0", "m1", "m2");
        assertThat(steps.cycle(Steps.done(first), 10).held()).isEmpty();
        assertThat(steps.claim(10)).isEmpty();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_job")).isZero();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_delayed WHERE kind = ''"))
                .as("the enqueue's and one that the completion left")
                .isEqualTo(2);
        // Nothing of the rate is free yet: one ticket goes back.
        DueNow.promote(database);
        assertThat(steps.sweep(10)).isEmpty();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_delayed WHERE kind = ''"))
                .isEqualTo(1);
        database.execute("UPDATE rowlock_slot SET free_at = UTC_TIMESTAMP(6) WHERE number = 1000001");
        DueNow.promote(database);
        List<Held> second = steps.sweep(10);
        assertThat(payloads(second)).containsExactly("m3");
        database.execute("UPDATE rowlock_slot SET free_at = UTC_TIMESTAMP(6) WHERE number >= 1000000");
        DueNow.promote(database);
        List<Held> third = steps.sweep(10);
        assertThat(payloads(third)).containsExactly("m4", "m5", "m6");
        steps.cycle(Steps.done(second), 0);
        steps.cycle(Steps.done(third), 10);
        assertThat(steps.claim(10)).isEmpty();
        assertThat(mails.open()).isZero();
    }

    /** A claimer that has let jobs out and not committed, for example since its process was stopped. */
    @Test
    void nobodyWaitsForAClaimerThatSleepsInItsTransaction(TestDatabase database) throws Exception {
        Mails mails = mails(database, KeyLimits.none().withConcurrent(5), 20);
        Steps steps = new Steps(mails, mails.transactions());
        List<Held> two = steps.claim(2);
        try (Connection sleeper = database.connect();
                Statement session = sleeper.createStatement()) {
            sleeper.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            sleeper.setAutoCommit(false);
            session.execute("SET SESSION innodb_lock_wait_timeout = 1");
            Claiming claiming = new Claiming(1, 30_000_000, steps.settling);
            assertThat(claiming.claim(sleeper, ALL, 2).taken()).hasSize(2);
            // The sleeper holds the ticket: nobody else lets jobs out, and those that end hand their slots on or leave
            // a ticket.
            long before = System.nanoTime();
            assertThat(steps.claim(10)).isEmpty();
            Steps.Step next = steps.cycle(Steps.done(two), 10);
            assertThat(next.verdicts().written()).hasSize(2);
            mails.queue().enqueue(job("new"));
            steps.claim(10);
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(1));
            assertThat(database.number("SELECT COUNT(*) FROM rowlock_slot")).isLessThanOrEqualTo(5);
            sleeper.rollback();
        }
        List<Held> rest = new ArrayList<>();
        for (List<Held> more = steps.sweep(10); !more.isEmpty(); more = steps.sweep(10)) {
            rest.addAll(more);
        }
        assertThat(rest).isNotEmpty();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_slot")).isEqualTo(5);
    }

    @Test
    void aClaimOfTicketsLocksWhatItLetsOutAndNoMoreOfTheLine(TestDatabase database) throws Exception {
        Mails mails = mails(database, KeyLimits.none().withConcurrent(10), 2_000);
        Steps steps = new Steps(mails, mails.transactions());
        try (Connection claimer = database.connect()) {
            claimer.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            claimer.setAutoCommit(false);
            Claiming claiming = new Claiming(1, 30_000_000, steps.settling);
            assertThat(claiming.claim(claimer, ALL, 100).taken()).hasSize(10);
            RowLocks locks = database.locks(claimer);
            // Of each job: its row in the line, which other indexes share, its new row and its slot; and the ticket.
            assertThat(locks.count()).as("%s", locks.perIndex()).isLessThanOrEqualTo(10 * 5 + 5);
            claimer.rollback();
        }
    }
}

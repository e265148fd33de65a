package dev.rowlock.queue.internal.work;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.CancelOutcome;
import dev.rowlock.queue.EnqueueOutcome;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Priority;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.queue.internal.housekeeping.DueNow;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs of one ordering key: one at a time, in the order of their INSERTs, whatever becomes of the first. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class OrderedLineTest {
    private static final Ruling.Failed NO = new Ruling.Failed("no", null);

    private static NewJob.Builder job(String payload, String key) {
        return NewJob.builder(Mails.KIND, payload).orderingKey(key);
    }

    private static List<JobId> enqueue(Mails mails, NewJob.Builder... jobs) {
        return mails
                .queue()
                .enqueueAll(List.of(jobs).stream().map(NewJob.Builder::build).toList())
                .stream()
                .map(EnqueueOutcome::id)
                .toList();
    }

    private static List<String> payloads(List<Held> held) {
        return held.stream().map(one -> new String(one.job.payload(), UTF_8)).toList();
    }

    private static void assertNothingIsLeft(TestDatabase database) {
        for (String table : List.of("rowlock_job", "rowlock_delayed", "rowlock_lined", "rowlock_slot")) {
            assertThat(database.number("SELECT COUNT(*) FROM " + table))
                    .as(table)
                    .isZero();
        }
    }

    @Test
    void theNextIsClaimedInTheTransactionThatWritesTheLastOnesResult(TestDatabase database) {
        Mails mails = Mails.open(database);
        enqueue(mails, job("a1", "a"), job("a2", "a"), NewJob.builder(Mails.KIND, "plain"), job("b1", "b"));
        enqueue(mails, job("a3", "a").priority(Priority.URGENT));
        Steps steps = new Steps(mails, mails.transactions());
        List<Held> first = steps.claim(10);
        assertThat(payloads(first)).containsExactlyInAnyOrder("a1", "plain", "b1");
        assertThat(steps.claim(10)).isEmpty();
        assertThat(new Steps(mails, mails.transactions()).claim(10)).isEmpty();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_job WHERE kind = ''"))
                .isZero();
        Steps.Step second = steps.cycle(Steps.done(first), 10);
        assertThat(second.verdicts().written()).hasSize(3);
        assertThat(payloads(second.held())).containsExactly("a2");
        Steps.Step third = steps.cycle(Steps.done(second.held()), 10);
        assertThat(payloads(third.held())).containsExactly("a3");
        assertThat(steps.cycle(Steps.done(third.held()), 10).held()).isEmpty();
        assertNothingIsLeft(database);
    }

    @Test
    void aJobThatIsTriedAgainOrSnoozedHoldsBackThoseBehindItAndItsDeathLetsThemGo(TestDatabase database) {
        Mails mails = Mails.open(database);
        List<JobId> ids = enqueue(mails, job("a1", "a"), job("a2", "a"), job("a3", "a"));
        Steps steps = new Steps(mails, mails.transactions());
        for (Ruling ruling : List.of(
                Ruling.retried(Duration.ofHours(1), NO), Ruling.snoozed(Duration.ofHours(1)), Ruling.RELEASED)) {
            List<Held> first = steps.sweep(10);
            assertThat(payloads(first)).containsExactly("a1");
            assertThat(payloads(steps.cycle(Steps.ruled(first, ruling), 0).held()))
                    .isEmpty();
            if (ruling.kind() == Ruling.Kind.LATER) {
                assertThat(steps.claim(10)).isEmpty();
                DueNow.promote(database);
            }
        }
        assertThat(mails.status(ids.get(2)).state()).isEqualTo(JobState.BLOCKED);
        Steps.Step dead = steps.cycle(Steps.ruled(steps.sweep(10), Ruling.dead(NO)), 10);
        assertThat(payloads(dead.held())).containsExactly("a2");
        // A dead letter that is redriven goes to the end.
        assertThat(mails.queue().deadLetters().redrive(ids.get(0))).isTrue();
        assertThat(mails.status(ids.get(0)).state()).isEqualTo(JobState.BLOCKED);
        Steps.Step third = steps.cycle(Steps.done(dead.held()), 10);
        assertThat(payloads(third.held())).containsExactly("a3");
        Steps.Step last = steps.cycle(Steps.done(third.held()), 10);
        assertThat(payloads(last.held())).containsExactly("a1");
        assertThat(last.held().get(0).job.attempts()).isZero();
        steps.cycle(Steps.done(last.held()), 10);
        assertNothingIsLeft(database);
    }

    @Test
    void aDelayedJobHoldsBackThoseBehindItButNotThoseBefore(TestDatabase database) {
        Mails mails = Mails.open(database);
        enqueue(mails, job("a1", "a"), job("a2", "a").delay(Duration.ofHours(1)), job("a3", "a"));
        Steps steps = new Steps(mails, mails.transactions());
        List<Held> first = steps.claim(10);
        assertThat(payloads(first)).containsExactly("a1");
        assertThat(steps.cycle(Steps.done(first), 10).held()).isEmpty();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_delayed WHERE slot = 0"))
                .isEqualTo(1);
        assertThat(steps.claim(10)).isEmpty();
        DueNow.promote(database);
        List<Held> second = steps.sweep(10);
        assertThat(payloads(second)).containsExactly("a2");
        Steps.Step third = steps.cycle(Steps.done(second), 10);
        assertThat(payloads(third.held())).containsExactly("a3");
        steps.cycle(Steps.done(third.held()), 0);
        assertNothingIsLeft(database);
        // First in its line and not due: the ticket's claim puts it where delayed jobs wait.
        enqueue(mails, job("b1", "b").delay(Duration.ofHours(1)), job("b2", "b"));
        assertThat(steps.claim(10)).isEmpty();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_delayed WHERE slot = 0"))
                .isEqualTo(1);
    }

    @Test
    void aDeadHoldersJobComesBackBeforeThoseBehindIt(TestDatabase database) {
        Mails mails = Mails.open(database);
        enqueue(mails, job("a1", "a").maxAttempts(2), job("a2", "a"));
        Steps dead = new Steps(mails, mails.transactions());
        List<Held> slept = dead.claim(10);
        String expire =
                "UPDATE rowlock_job SET lease_until = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND WHERE lease_until > '1970-01-01'";
        database.execute(expire);
        Steps other = new Steps(mails, mails.transactions());
        List<Held> again = other.claim(10);
        assertThat(payloads(again)).containsExactly("a1");
        // What the sleeper writes is refused, and its slot is not given away.
        assertThat(dead.cycle(Steps.done(slept), 10).verdicts().lost()).hasSize(1);
        assertThat(dead.claim(10)).isEmpty();
        database.execute(expire);
        Steps third = new Steps(mails, mails.transactions());
        List<Held> next = new ArrayList<>(third.claim(10));
        next.addAll(third.claim(10));
        assertThat(payloads(next)).containsExactly("a2");
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_dead")).isEqualTo(1);
        third.cycle(Steps.done(next), 0);
        // Done elsewhere: nothing of the holder before is written.
        assertThat(other.cycle(Steps.done(again), 0).verdicts().lost()).hasSize(1);
        assertNothingIsLeft(database);
    }

    @Test
    void aCancelledJobLetsTheNextGoWhereverItWas(TestDatabase database) {
        Mails mails = Mails.open(database);
        List<JobId> ids = enqueue(mails, job("a1", "a"), job("a2", "a"), job("a3", "a"), job("a4", "a"));
        Steps steps = new Steps(mails, mails.transactions());
        assertThat(mails.queues().cancel(ids.get(0))).isEqualTo(new CancelOutcome.Cancelled(JobState.BLOCKED));
        List<Held> second = steps.sweep(10);
        assertThat(payloads(second)).containsExactly("a2");
        assertThat(mails.queues().cancel(ids.get(1))).isEqualTo(new CancelOutcome.Cancelled(JobState.RUNNING));
        List<Held> third = steps.sweep(10);
        assertThat(payloads(third)).containsExactly("a3");
        assertThat(steps.cycle(Steps.done(second), 0).verdicts().lost()).hasSize(1);
        steps.cycle(Steps.ruled(third, Ruling.snoozed(Duration.ofHours(1))), 0);
        assertThat(mails.queues().cancel(ids.get(2))).isEqualTo(new CancelOutcome.Cancelled(JobState.DELAYED));
        List<Held> fourth = steps.sweep(10);
        assertThat(payloads(fourth)).containsExactly("a4");
        steps.cycle(Steps.done(fourth), 0);
        assertNothingIsLeft(database);
    }

    @Test
    void aJobCompletedInItsHandlersTransactionLetsTheNextGoWhenThatCommits(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        enqueue(mails, job("a1", "a"), job("a2", "a"));
        Steps steps = new Steps(mails, mails.transactions());
        Held first = steps.claim(10).get(0);
        first.ruling = Ruling.done(null);
        try (Connection own = database.connect()) {
            own.setAutoCommit(false);
            assertThat(steps.settling.complete(own, first)).isTrue();
            assertThat(steps.claim(10)).isEmpty();
            own.rollback();
            assertThat(steps.claim(10)).isEmpty();
            assertThat(steps.settling.complete(own, first)).isTrue();
            own.commit();
        }
        List<Held> second = steps.sweep(10);
        assertThat(payloads(second)).containsExactly("a2");
        steps.cycle(Steps.done(second), 0);
        assertNothingIsLeft(database);
    }

    /** Order is of INSERTs as far as they are committed when the line moves: a transaction that commits later comes later. */
    @Test
    void transactionsThatOverlapStandInTheOrderOfTheirInsertsOnceTheyAreCommitted(TestDatabase database)
            throws Exception {
        Mails mails = Mails.open(database);
        try (Connection one = database.connect();
                Connection two = database.connect()) {
            one.setAutoCommit(false);
            two.setAutoCommit(false);
            mails.queue().enqueue(one, job("inserted first", "a").build());
            mails.queue().enqueue(two, job("inserted second", "a").build());
            mails.queue().enqueue(two, job("inserted third", "a").build());
            two.commit();
            Steps steps = new Steps(mails, mails.transactions());
            List<Held> first = steps.claim(10);
            assertThat(payloads(first)).containsExactly("inserted second");
            one.commit();
            Steps.Step second = steps.cycle(Steps.done(first), 10);
            assertThat(payloads(second.held())).containsExactly("inserted first");
            assertThat(payloads(steps.cycle(Steps.done(second.held()), 10).held()))
                    .containsExactly("inserted third");
        }
    }

    @Test
    void twentyThousandJobsOfOneKeyAreNotInTheWayOfOthers(TestDatabase database) {
        Mails mails = Mails.open(database);
        List<NewJob> jobs = IntStream.range(0, 1_000)
                .mapToObj(n -> job("a" + n, "a").build())
                .toList();
        for (int n = 0; n < 20; n++) {
            mails.queue().enqueueAll(jobs);
        }
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_job"))
                .as("one ticket for each transaction")
                .isEqualTo(20);
        enqueue(mails, NewJob.builder(Mails.KIND, "plain"));
        Steps steps = new Steps(mails, mails.transactions());
        assertThat(payloads(steps.claim(100))).containsExactlyInAnyOrder("a0", "plain");
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_job"))
                .as("what claims look at")
                .isEqualTo(2);
    }
}

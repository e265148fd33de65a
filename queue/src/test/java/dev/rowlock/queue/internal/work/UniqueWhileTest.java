package dev.rowlock.queue.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.EnqueueOutcome;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.UniqueWhile;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.queue.internal.housekeeping.DueNow;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Jobs that are enqueued once at a time. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class UniqueWhileTest {
    private static NewJob job(String payload, UniqueWhile until) {
        return NewJob.builder(Mails.KIND, payload)
                .uniqueWhile("report 7", until)
                .build();
    }

    @Test
    void whilePendingASecondIsADuplicateUntilTheFirstIsBegun(TestDatabase database) {
        Mails mails = Mails.open(database);
        JobId first = mails.queue().enqueue(job("one", UniqueWhile.PENDING)).id();
        assertThat(mails.queue().enqueue(job("two", UniqueWhile.PENDING)))
                .isEqualTo(new EnqueueOutcome.Duplicate(first, Optional.empty()));
        Steps steps = new Steps(mails, mails.transactions());
        List<Held> held = steps.claim(10);
        assertThat(held).hasSize(1);
        JobId third = mails.queue().enqueue(job("three", UniqueWhile.PENDING)).id();
        assertThat(third).isNotEqualTo(first);
        // The first comes back, and the key is the third's all the same.
        steps.cycle(Steps.ruled(held, Ruling.snoozed(Duration.ofHours(1))), 0);
        DueNow.promote(database);
        assertThat(mails.queue().enqueue(job("four", UniqueWhile.PENDING)).id()).isEqualTo(third);
        List<Held> both = steps.sweep(10);
        assertThat(both).hasSize(2);
        steps.cycle(Steps.done(both), 0);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_unique")).isZero();
    }

    @Test
    void untilItHasEndedRetriesAndDelaysArePartOfIt(TestDatabase database) {
        Mails mails = Mails.open(database);
        Steps steps = new Steps(mails, mails.transactions());
        UniqueWhile until = UniqueWhile.PENDING_OR_RUNNING;
        for (Ruling last : List.of(Ruling.done(null), Ruling.dead(new Ruling.Failed("no", null)))) {
            JobId first = mails.queue().enqueue(job("one", until)).id();
            List<Held> held = steps.sweep(10);
            assertThat(mails.queue().enqueue(job("two", until)).id()).isEqualTo(first);
            steps.cycle(Steps.ruled(held, Ruling.snoozed(Duration.ofHours(1))), 0);
            assertThat(mails.queue().enqueue(job("two", until)).id()).isEqualTo(first);
            DueNow.promote(database);
            steps.cycle(Steps.ruled(steps.sweep(10), last), 0);
        }
        JobId delayed = mails.queue()
                .enqueue(NewJob.builder(Mails.KIND, "later")
                        .delay(Duration.ofHours(1))
                        .uniqueWhile("report 7", until)
                        .build())
                .id();
        assertThat(mails.queue().enqueue(job("two", until)).id()).isEqualTo(delayed);
        mails.queues().cancel(delayed);
        JobId after = mails.queue().enqueue(job("two", until)).id();
        assertThat(after).isNotEqualTo(delayed);
        mails.queues().cancel(after);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_unique")).isZero();
    }

    @Test
    void withAnOrderingKeyItIsUniqueAsWell(TestDatabase database) {
        Mails mails = Mails.open(database);
        List<JobId> ids = new ArrayList<>();
        for (UniqueWhile until : UniqueWhile.values()) {
            for (int n = 0; n < 2; n++) {
                ids.add(mails.queue()
                        .enqueue(NewJob.builder(Mails.KIND, "m")
                                .orderingKey("a")
                                .uniqueWhile("in line " + until, until)
                                .build())
                        .id());
            }
        }
        assertThat(ids.get(1)).isEqualTo(ids.get(0));
        assertThat(ids.get(3)).isEqualTo(ids.get(2));
        Steps steps = new Steps(mails, mails.transactions());
        List<JobId> ran = new ArrayList<>();
        for (int look = 0; look < 6; look++) {
            List<Held> held = steps.sweep(10);
            held.forEach(one -> ran.add(one.job.id()));
            steps.cycle(Steps.done(held), 0);
        }
        assertThat(ran).containsExactly(ids.get(0), ids.get(2));
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_unique")).isZero();
    }

    /** Who was told that a job stands for his may count on it: it neither begins nor ends before he has committed. */
    @Test
    void theJobThatStandsForAnotherWaitsForThatOnesTransaction(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        Steps steps = new Steps(mails, mails.transactions());
        JobId pending = mails.queue().enqueue(job("one", UniqueWhile.PENDING)).id();
        try (Connection caller = database.connect()) {
            caller.setAutoCommit(false);
            assertThat(mails.queue()
                            .enqueue(caller, job("two", UniqueWhile.PENDING))
                            .id())
                    .isEqualTo(pending);
            JobId plain = mails.enqueue(1).get(0);
            assertThat(steps.claim(10)).extracting(held -> held.job.id()).containsExactly(plain);
            caller.commit();
        }
        List<Held> held = steps.sweep(10);
        assertThat(held).extracting(one -> one.job.id()).containsExactly(pending);
        steps.cycle(Steps.done(held), 0);
        JobId running = mails.queue()
                .enqueue(job("three", UniqueWhile.PENDING_OR_RUNNING))
                .id();
        List<Held> last = steps.claim(10);
        try (Connection caller = database.connect()) {
            caller.setAutoCommit(false);
            assertThat(mails.queue()
                            .enqueue(caller, job("four", UniqueWhile.PENDING_OR_RUNNING))
                            .id())
                    .isEqualTo(running);
            assertThat(steps.cycle(Steps.done(last), 0).verdicts().kept()).isEqualTo(last);
            caller.commit();
        }
        assertThat(steps.cycle(Steps.done(last), 0).verdicts().written()).isEqualTo(last);
    }

    /** Facts 3.4: with plain INSERTs one of the two that wait gets 1213, and its whole transaction is gone. */
    @Test
    void whenTheFirstOfThreeRollsBackNobodyMeetsADeadlock(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (Connection first = database.connect()) {
            first.setAutoCommit(false);
            mails.queue().enqueue(first, job("first", UniqueWhile.PENDING));
            List<Future<EnqueueOutcome>> others = new ArrayList<>();
            for (int n = 0; n < 2; n++) {
                others.add(threads.submit(() -> inOwnTransaction(mails)));
            }
            Awaitility.await()
                    .until(() -> database.number(
                                    "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND (INFO LIKE 'INSERT INTO rowlock_unique%' OR INFO LIKE 'SELECT GET_LOCK%')")
                            == 2);
            first.rollback();
            List<EnqueueOutcome> outcomes = new ArrayList<>();
            for (Future<EnqueueOutcome> other : others) {
                outcomes.add(other.get());
            }
            assertThat(outcomes)
                    .extracting(outcome -> outcome.getClass().getSimpleName())
                    .containsExactlyInAnyOrder("Inserted", "Duplicate");
            assertThat(outcomes.get(0).id()).isEqualTo(outcomes.get(1).id());
        } finally {
            threads.shutdown();
        }
    }

    /** As an application does it: no retries, so that a deadlock would be seen. */
    private static EnqueueOutcome inOwnTransaction(Mails mails) throws Exception {
        try (Connection own = mails.database().connect()) {
            own.setAutoCommit(false);
            EnqueueOutcome outcome = mails.queue().enqueue(own, job("other", UniqueWhile.PENDING));
            own.commit();
            return outcome;
        }
    }
}

package dev.rowlock.queue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.queue.fixture.Mails;
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

/** Idempotency keys: one job for each, whoever asks and how often. */
@EachServer
final class IdempotencyTest {
    private static final IdempotencyKey KEY = IdempotencyKey.of("shop", "order 7");

    private static NewJob job(String payload) {
        return NewJob.builder(Mails.KIND, payload).idempotencyKey(KEY).build();
    }

    @Test
    void theSecondIsAnsweredWithTheFirstAndWithItsResult(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        EnqueueOutcome first = mails.queue().enqueue(job("one"));
        assertThat(first).isInstanceOf(EnqueueOutcome.Inserted.class);
        assertThat(mails.queue().enqueue(job("two")))
                .isEqualTo(new EnqueueOutcome.Duplicate(first.id(), Optional.empty()));
        assertThat(mails.queue().enqueueAll(List.of(job("three"), NewJob.of(Mails.KIND, "other"), job("four"))))
                .extracting(outcome -> outcome.getClass().getSimpleName())
                .containsExactly("Duplicate", "Inserted", "Duplicate");
        try (Worker worker = mails.worker()
                .handle(Mails.KIND, work -> JobOutcome.done(work.payload().getBytes(UTF_8)))
                .start()) {
            Awaitility.await().until(() -> worker.counts().done() == 2);
        }
        FinishedJob result = new FinishedJob(Ending.DONE, 0, "one".getBytes(UTF_8));
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            assertThat(mails.queue().enqueue(connection, job("five")))
                    .isEqualTo(new EnqueueOutcome.Duplicate(first.id(), Optional.of(result)));
            connection.rollback();
        }
        assertThat(mails.open()).isZero();
    }

    @Test
    void aCallersRollbackFreesTheKey(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            EnqueueOutcome first = mails.queue().enqueue(connection, job("one"));
            assertThat(mails.queue().enqueue(connection, job("again")).id()).isEqualTo(first.id());
            connection.rollback();
        }
        assertThat(mails.queue().enqueue(job("two"))).isInstanceOf(EnqueueOutcome.Inserted.class);
        assertThat(mails.open()).isEqualTo(1);
    }

    @Test
    void anExpiredKeyIsUsedAgainByOne(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        EnqueueOutcome first = mails.queue().enqueue(job("one"));
        database.execute("UPDATE rowlock_key SET expires_at = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND");
        List<EnqueueOutcome> outcomes = together(mails, 4);
        assertThat(outcomes)
                .filteredOn(EnqueueOutcome.Inserted.class::isInstance)
                .hasSize(1)
                .extracting(EnqueueOutcome::id)
                .doesNotContain(first.id());
        assertThat(outcomes)
                .extracting(EnqueueOutcome::id)
                .containsOnly(outcomes.get(0).id());
        assertThat(mails.open()).isEqualTo(2);
    }

    private static List<EnqueueOutcome> together(Mails mails, int callers) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        try {
            List<Future<EnqueueOutcome>> answers = new ArrayList<>();
            for (int n = 0; n < callers; n++) {
                answers.add(threads.submit(() -> inOwnTransaction(mails)));
            }
            List<EnqueueOutcome> outcomes = new ArrayList<>();
            for (Future<EnqueueOutcome> answer : answers) {
                outcomes.add(answer.get());
            }
            return outcomes;
        } finally {
            threads.shutdown();
        }
    }

    /** As an application does it: no retries, so that a deadlock would be seen. */
    private static EnqueueOutcome inOwnTransaction(Mails mails) throws Exception {
        try (Connection connection = mails.database().connect()) {
            connection.setAutoCommit(false);
            EnqueueOutcome outcome = mails.queue().enqueue(connection, job("mine"));
            connection.commit();
            return outcome;
        }
    }

    /** Facts 3.4: with plain INSERTs one of the two that wait gets 1213, and its whole transaction is gone. */
    @Test
    void whenTheFirstOfThreeRollsBackNobodyMeetsADeadlock(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try (Connection first = database.connect()) {
            first.setAutoCommit(false);
            mails.queue().enqueue(first, job("first"));
            List<Future<EnqueueOutcome>> others = new ArrayList<>();
            for (int n = 0; n < 3; n++) {
                others.add(threads.submit(() -> inOwnTransaction(mails)));
            }
            Awaitility.await()
                    .until(() -> database.number(
                                    "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND (INFO LIKE 'INSERT INTO rowlock_key%' OR INFO LIKE 'SELECT GET_LOCK%')")
                            == 3);
            first.rollback();
            List<EnqueueOutcome> outcomes = new ArrayList<>();
            for (Future<EnqueueOutcome> other : others) {
                outcomes.add(other.get());
            }
            assertThat(outcomes)
                    .filteredOn(EnqueueOutcome.Inserted.class::isInstance)
                    .hasSize(1);
            assertThat(outcomes)
                    .extracting(EnqueueOutcome::id)
                    .containsOnly(outcomes.get(0).id());
            assertThat(mails.open()).isEqualTo(1);
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void keysOfAnotherScopeAreOtherKeys(TestDatabase database) {
        Mails mails = Mails.open(database);
        mails.queue().enqueue(job("one"));
        IdempotencyKey other = new IdempotencyKey("other shop", "order 7", Duration.ofHours(1));
        assertThat(mails.queue()
                        .enqueue(NewJob.builder(Mails.KIND, "two")
                                .idempotencyKey(other)
                                .build()))
                .isInstanceOf(EnqueueOutcome.Inserted.class);
    }
}

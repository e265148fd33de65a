package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What becomes of jobs in a worker's hands. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class WorkerTest {
    private static final HandlerRules AT_ONCE = HandlerRules.standard().withRetry(RetryPolicy.fixed(Duration.ZERO));

    @Test
    void aJobThatAlwaysFailsIsADeadLetterAtItsLimitAndCanBeRedriven(TestDatabase database) {
        Mails mails = Mails.open(database);
        AtomicInteger calls = new AtomicInteger();
        JobId id = mails.enqueue(NewJob.builder(Mails.KIND, "m").maxAttempts(3));
        try (Worker worker = mails.worker()
                .handle(
                        Mails.KIND,
                        job -> {
                            if (calls.incrementAndGet() <= 3) {
                                throw new IllegalStateException("no luck with attempt " + job.attempt());
                            }
                            return JobOutcome.done();
                        },
                        AT_ONCE)
                .start()) {
            Awaitility.await().until(() -> worker.counts().dead() == 1);
            assertThat(calls).hasValue(3);
            assertThat(mails.status(id)).isEqualTo(new JobStatus(id, "mails", "mail", JobState.DEAD, 3));
            List<DeadLetter> letters = mails.queue().deadLetters().list(Optional.empty(), 10);
            assertThat(letters).hasSize(1);
            assertThat(letters.get(0).reason()).isEqualTo("IllegalStateException: no luck with attempt 3");
            assertThat(letters.get(0).stack()).contains("WorkerTest");
            assertThat(mails.queues().failures(id))
                    .extracting(FailedAttempt::reason)
                    .containsExactly(
                            "IllegalStateException: no luck with attempt 1",
                            "IllegalStateException: no luck with attempt 2",
                            "IllegalStateException: no luck with attempt 3");
            assertThat(mails.queue().deadLetters().redrive(id)).isTrue();
            Awaitility.await().until(() -> worker.counts().done() == 1);
        }
        assertThat(mails.status(id).state()).isEqualTo(JobState.DONE);
        assertThat(mails.queue().endings()).containsOnly(Map.entry(Ending.DONE, 1L), Map.entry(Ending.DEAD, 1L));
    }

    @Test
    void whatNoRetryMendsIsADeadLetterAtOnce(TestDatabase database) {
        Mails mails = Mails.open(database);
        JobId thrown = mails.enqueue(NewJob.builder(Mails.KIND, "thrown"));
        JobId said = mails.enqueue(NewJob.builder(Mails.KIND, "said"));
        try (Worker worker = mails.worker()
                .handle(
                        Mails.KIND,
                        job -> {
                            if (job.payload().equals("thrown")) {
                                throw new IllegalArgumentException("never");
                            }
                            return JobOutcome.givenUp("no such customer");
                        },
                        HandlerRules.standard().withoutRetryOf(IllegalArgumentException.class))
                .start()) {
            Awaitility.await().until(() -> worker.counts().dead() == 2);
        }
        DeadLetters letters = mails.queue().deadLetters();
        assertThat(letters.list(Optional.empty(), 10))
                .extracting(DeadLetter::id)
                .containsExactly(thrown, said);
        assertThat(letters.list(Optional.of(thrown), 10))
                .extracting(DeadLetter::reason)
                .containsExactly("no such customer");
        assertThat(letters.discard(said)).isTrue();
        assertThat(letters.discard(said)).isFalse();
        assertThat(letters.redrive(thrown)).isTrue();
        assertThat(mails.status(thrown)).isEqualTo(new JobStatus(thrown, "mails", "mail", JobState.READY, 0));
        assertThat(mails.status(said).state()).isEqualTo(JobState.DISCARDED);
    }

    @Test
    void snoozesAndDelaysComeBackAndCostNoAttempt(TestDatabase database) {
        Mails mails = Mails.open(database);
        Queue<String> ran = new ConcurrentLinkedQueue<>();
        mails.enqueue(NewJob.builder(Mails.KIND, "delayed").delay(Duration.ofMillis(300)));
        mails.enqueue(NewJob.builder(Mails.KIND, "snoozed").maxAttempts(1));
        try (Worker worker = mails.worker()
                .handle(Mails.KIND, job -> {
                    ran.add(job.payload() + " " + job.attempt());
                    return job.payload().equals("snoozed")
                                    && ran.stream().filter("snoozed 1"::equals).count() < 3
                            ? JobOutcome.snoozed(Duration.ofMillis(10))
                            : JobOutcome.done();
                })
                .start()) {
            Awaitility.await().until(() -> worker.counts().done() == 2);
            assertThat(worker.counts().snoozed()).isEqualTo(2);
            assertThat(worker.counts().failed()).isZero();
        }
        assertThat(ran).containsExactlyInAnyOrder("delayed 1", "snoozed 1", "snoozed 1", "snoozed 1");
        assertThat(mails.open()).isZero();
    }

    @Test
    void jobsOfAKindNobodyHereKnowsArePutOffAndErrorsFailLikeExceptions(TestDatabase database) {
        Mails mails = Mails.open(database);
        JobId unknown = mails.enqueue(NewJob.builder(JobKind.text("other"), "m"));
        JobId broken = mails.enqueue(NewJob.builder(Mails.KIND, "m").maxAttempts(1));
        try (Worker worker = mails.worker()
                .concurrency(1)
                .handle(Mails.KIND, job -> {
                    throw new NoClassDefFoundError("a.b.C");
                })
                .start()) {
            Awaitility.await()
                    .until(() -> worker.counts().dead() == 1 && worker.counts().snoozed() == 1);
        }
        assertThat(mails.status(unknown)).isEqualTo(new JobStatus(unknown, "mails", "other", JobState.DELAYED, 0));
        assertThat(mails.queues().failures(broken))
                .extracting(FailedAttempt::reason)
                .containsExactly("NoClassDefFoundError: a.b.C");
    }

    @Test
    void anAttemptThatTakesTooLongIsInterruptedAndFails(TestDatabase database) {
        Mails mails = Mails.open(database);
        JobId id = mails.enqueue(NewJob.builder(Mails.KIND, "m").maxAttempts(1));
        try (Worker worker = mails.worker()
                .handle(
                        Mails.KIND,
                        job -> {
                            new CountDownLatch(1).await();
                            return JobOutcome.done();
                        },
                        HandlerRules.standard().withTimeout(Duration.ofMillis(200)))
                .start()) {
            Awaitility.await().until(() -> worker.counts().dead() == 1);
        }
        assertThat(mails.queues().failures(id))
                .extracting(FailedAttempt::reason)
                .containsExactly("the attempt took longer than PT0.2S and was interrupted");
    }

    @Test
    void aCancelledJobIsTakenFromItsHolder(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        JobId delayed = mails.enqueue(NewJob.builder(Mails.KIND, "delayed").delay(Duration.ofHours(1)));
        JobId ready = mails.enqueue(NewJob.builder(Mails.KIND, "ready"));
        assertThat(mails.queues().cancel(delayed)).isEqualTo(new CancelOutcome.Cancelled(JobState.DELAYED));
        assertThat(mails.queues().cancel(ready)).isEqualTo(new CancelOutcome.Cancelled(JobState.READY));
        assertThat(mails.queues().cancel(ready)).isEqualTo(new CancelOutcome.NotThere());
        JobId running = mails.enqueue(NewJob.builder(Mails.KIND, "running"));
        CountDownLatch begun = new CountDownLatch(1);
        AtomicInteger told = new AtomicInteger();
        try (Worker worker = mails.worker()
                .lease(Duration.ofSeconds(1))
                .handle(Mails.KIND, job -> {
                    begun.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        told.addAndGet(job.isCancelled() ? 1 : 100);
                    }
                    return JobOutcome.done();
                })
                .start()) {
            begun.await();
            try (Connection other = database.connect();
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                statement.execute("SELECT 1 FROM rowlock_job FOR UPDATE");
                assertThat(mails.queues().cancel(running)).isEqualTo(new CancelOutcome.Busy());
                other.rollback();
            }
            Awaitility.await()
                    .until(() -> mails.queues().cancel(running).equals(new CancelOutcome.Cancelled(JobState.RUNNING)));
            Awaitility.await().until(() -> told.get() == 1);
            Awaitility.await().until(() -> worker.counts().held() == 0);
            assertThat(worker.counts().done()).isZero();
            assertThat(worker.counts().lost()).isEqualTo(1);
        }
        assertThat(mails.status(running).state()).isEqualTo(JobState.CANCELLED);
        assertThat(mails.queue().endings()).containsEntry(Ending.CANCELLED, 3L);
    }

    @Test
    void moreUrgentJobsComeFirstAndAPausedQueueGivesNone(TestDatabase database) {
        Mails mails = Mails.open(database);
        mails.queue().pause();
        Queue<String> ran = new ConcurrentLinkedQueue<>();
        for (Priority priority : List.of(Priority.LOW, Priority.URGENT, Priority.NORMAL, Priority.HIGH)) {
            mails.enqueue(NewJob.builder(Mails.KIND, priority.name()).priority(priority));
        }
        try (Worker worker = mails.worker()
                .concurrency(1)
                .handle(Mails.KIND, job -> {
                    ran.add(job.payload());
                    return JobOutcome.done();
                })
                .start()) {
            assertThat(mails.queue().isPaused()).isTrue();
            Awaitility.await()
                    .during(Duration.ofMillis(300))
                    .until(() -> worker.counts().claimed() == 0);
            mails.queue().resume();
            Awaitility.await().until(() -> worker.counts().done() == 4);
        }
        assertThat(ran).containsExactly("URGENT", "HIGH", "NORMAL", "LOW");
    }

    @Test
    void aJobCompletedInTheHandlersOwnTransactionHasItsEffectOnce(TestDatabase database) {
        Mails mails = Mails.open(database);
        database.execute("CREATE TABLE effect (job BINARY(16) PRIMARY KEY, runs INT NOT NULL)");
        mails.enqueue(20);
        AtomicInteger calls = new AtomicInteger();
        try (Worker worker = mails.worker()
                .handle(
                        Mails.KIND,
                        job -> {
                            try (Connection connection = database.connect()) {
                                connection.setAutoCommit(false);
                                try (Statement statement = connection.createStatement()) {
                                    statement.execute("INSERT INTO effect VALUES (UNHEX('"
                                            + job.id().toString().replace("-", "")
                                            + "'), 1) ON DUPLICATE KEY UPDATE runs = runs + 1");
                                }
                                JobOutcome outcome = job.completeOn(connection);
                                if (calls.incrementAndGet() % 3 == 0) {
                                    throw new IllegalStateException("before the commit");
                                }
                                connection.commit();
                                return outcome;
                            }
                        },
                        AT_ONCE)
                .start()) {
            Awaitility.await().until(() -> worker.counts().done() == 20);
            assertThat(worker.counts().failed()).isPositive();
        }
        assertThat(database.number("SELECT SUM(runs) FROM effect")).isEqualTo(20);
        assertThat(mails.open()).isZero();
    }

    @Test
    void closingGivesBackWhatIsNotBegunAndTellsWhatWasLeft(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        mails.enqueue(10);
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch deaf = new CountDownLatch(1);
        Worker worker = mails.worker()
                .concurrency(2)
                .batch(10)
                .cancelPatience(Duration.ofMillis(300))
                .handle(Mails.KIND, job -> {
                    begun.countDown();
                    if (job.payload().equals("mail 0")) {
                        awaitWithoutListening(deaf);
                    } else {
                        new CountDownLatch(1).await();
                    }
                    return JobOutcome.done();
                })
                .start();
        begun.await();
        WorkerReport report = worker.close(Duration.ofMillis(100));
        deaf.countDown();
        assertThat(report.released()).isEqualTo(8);
        assertThat(report.abandoned()).hasSize(1);
        assertThat(report.unwritten()).isEmpty();
        assertThat(worker.close(Duration.ZERO)).isSameAs(report);
        assertThat(database.number(
                        "SELECT COUNT(*) FROM rowlock_job WHERE lease_until = '1970-01-01' AND attempts = 0"))
                .isEqualTo(9);
    }

    private static void awaitWithoutListening(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

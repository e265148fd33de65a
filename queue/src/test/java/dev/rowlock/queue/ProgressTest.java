package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What a handler tells while it runs, seen from elsewhere. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class ProgressTest {
    private static final HandlerRules AT_ONCE = HandlerRules.standard().withRetry(RetryPolicy.fixed(Duration.ZERO));

    @Test
    void progressIsSeenFromAnotherProcessAndCostsNoStatementForEachCall(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        JobId id = mails.enqueue(1).get(0);
        CountDownLatch told = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (Worker worker = mails.worker()
                .lease(Duration.ofSeconds(1))
                .handle(Mails.KIND, job -> {
                    database.resetCounts();
                    for (int n = 1; n <= 100_000; n++) {
                        job.progress(n, 200_000, "page " + n);
                    }
                    told.countDown();
                    go.await();
                    job.progress(200_000, 200_000);
                    return JobOutcome.done();
                })
                .start()) {
            told.await();
            assertThat(database.statements()).as("100 000 calls").isLessThan(100);
            Queues elsewhere = Queues.open(database.dataSource());
            Awaitility.await()
                    .until(() -> elsewhere.status(id).orElseThrow().progress().isPresent());
            Awaitility.await()
                    .untilAsserted(() -> assertThat(elsewhere
                                    .status(id)
                                    .orElseThrow()
                                    .progress()
                                    .orElseThrow())
                            .satisfies(progress -> {
                                assertThat(progress.attempt()).isEqualTo(1);
                                assertThat(progress.done()).isEqualTo(100_000);
                                assertThat(progress.total()).isEqualTo(200_000);
                                assertThat(progress.note()).isEqualTo("page 100000");
                            }));
            go.countDown();
            Awaitility.await().until(() -> worker.counts().done() == 1);
            JobStatus done = elsewhere.status(id).orElseThrow();
            assertThat(done.state()).isEqualTo(JobState.DONE);
            assertThat(done.progress().orElseThrow().done()).isEqualTo(200_000);
            assertThat(done.progress().orElseThrow().note()).isNull();
        }
    }

    @Test
    void whatAnEarlierAttemptSaidDoesNotHoldForTheOneThatRuns(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        JobId id = mails.enqueue(1).get(0);
        CountDownLatch second = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (Worker worker = mails.worker()
                .handle(
                        Mails.KIND,
                        job -> {
                            if (job.attempt() == 1) {
                                job.progress(90, 100);
                                job.log("will fail");
                                throw new IllegalStateException("no");
                            }
                            second.countDown();
                            go.await();
                            job.log("went well");
                            return JobOutcome.done();
                        },
                        AT_ONCE)
                .start()) {
            second.await();
            assertThat(mails.status(id).progress()).isEmpty();
            go.countDown();
            Awaitility.await().until(() -> worker.counts().done() == 1);
        }
        assertThat(mails.status(id).progress().orElseThrow().attempt())
                .as("the last there was")
                .isEqualTo(1);
        assertThat(mails.queues().log(id))
                .extracting(AttemptLog::attempt, log -> log.lines().get(0).text())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1, "will fail"),
                        org.assertj.core.groups.Tuple.tuple(2, "went well"));
    }

    @Test
    void linesOfABatchGoWithItsResultsInOneStatement(TestDatabase database) {
        Mails mails = Mails.open(database);
        List<JobId> ids = mails.enqueue(50);
        CountDownLatch all = new CountDownLatch(50);
        try (Worker worker = mails.worker()
                .concurrency(50)
                .batch(100)
                .handle(Mails.KIND, job -> {
                    job.log("for " + job.payload());
                    all.countDown();
                    all.await();
                    return JobOutcome.done();
                })
                .start()) {
            Awaitility.await().until(() -> worker.counts().done() == 50);
            assertThat(worker.counts().lost()).isZero();
        }
        assertThat(ids)
                .allSatisfy(id -> assertThat(mails.queues().log(id))
                        .singleElement()
                        .satisfies(log -> {
                            assertThat(log.omitted()).isZero();
                            assertThat(log.lines()).hasSize(1);
                            assertThat(log.lines().get(0).text()).startsWith("for mail ");
                            assertThat(log.lines().get(0).after()).isBetween(Duration.ZERO, Duration.ofMinutes(5));
                        }));
    }

    @Test
    void linesAreKeptWhenTheJobIsCancelledGivenUpOrCompletedByItsHandler(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        JobId cancelled = mails.enqueue(NewJob.builder(Mails.KIND, "cancelled"));
        JobId dead = mails.enqueue(NewJob.builder(Mails.KIND, "dead"));
        JobId own = mails.enqueue(NewJob.builder(Mails.KIND, "own"));
        CountDownLatch begun = new CountDownLatch(1);
        try (Worker worker = mails.worker()
                .lease(Duration.ofSeconds(1))
                .handle(Mails.KIND, job -> {
                    if (job.payload().equals("cancelled")) {
                        begun.countDown();
                        try {
                            new CountDownLatch(1).await();
                        } catch (InterruptedException e) {
                            job.log("told to stop: " + job.stopReason().orElseThrow());
                            throw e;
                        }
                    }
                    job.log("at " + job.payload());
                    if (job.payload().equals("dead")) {
                        return JobOutcome.givenUp("no such customer");
                    }
                    try (Connection connection = database.connect()) {
                        connection.setAutoCommit(false);
                        JobOutcome outcome = job.completeOn(connection, JobOutcome.done(new byte[] {7}));
                        connection.commit();
                        return outcome;
                    }
                })
                .start()) {
            begun.await();
            Awaitility.await()
                    .until(() ->
                            mails.queues().cancel(cancelled).equals(new CancelOutcome.Cancelled(JobState.RUNNING)));
            Awaitility.await()
                    .until(() -> worker.counts().lost() == 1
                            && worker.counts().dead() == 1
                            && worker.counts().done() == 1);
            Awaitility.await().untilAsserted(() -> assertThat(text(mails, own)).containsExactly("at own"));
        }
        assertThat(text(mails, cancelled)).containsExactly("told to stop: TAKEN");
        assertThat(text(mails, dead)).containsExactly("at dead");
        assertThat(mails.queues().finished(own).orElseThrow().result()).containsExactly(7);
    }

    @Test
    void aWorkerGoesOnAndKeepsItsLeasesWhenWhatIsToldCannotBeWritten(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        JobId id = mails.enqueue(1).get(0);
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (Worker worker = mails.worker()
                .lease(Duration.ofSeconds(1))
                .handle(Mails.KIND, job -> {
                    calls.incrementAndGet();
                    job.log("one");
                    begun.countDown();
                    go.await();
                    return JobOutcome.done();
                })
                .start()) {
            begun.await();
            database.execute("RENAME TABLE rowlock_report TO elsewhere");
            Awaitility.await()
                    .during(Duration.ofSeconds(2))
                    .atMost(Duration.ofSeconds(10))
                    .until(() ->
                            database.number("SELECT COUNT(*) FROM rowlock_job WHERE lease_until > UTC_TIMESTAMP(6)")
                                    == 1);
            database.execute("RENAME TABLE elsewhere TO rowlock_report");
            go.countDown();
            Awaitility.await().until(() -> worker.counts().done() == 1);
        }
        assertThat(calls).hasValue(1);
        assertThat(text(mails, id)).containsExactly("one");
    }

    private static List<String> text(Mails mails, JobId id) {
        return mails.queues().log(id).stream()
                .flatMap(log -> log.lines().stream())
                .map(LogLine::text)
                .toList();
    }
}

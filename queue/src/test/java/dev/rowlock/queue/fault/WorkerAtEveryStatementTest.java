package dev.rowlock.queue.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.HandlerRules;
import dev.rowlock.queue.Handover;
import dev.rowlock.queue.Job;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobOutcome;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Queue;
import dev.rowlock.queue.Queues;
import dev.rowlock.queue.RetryPolicy;
import dev.rowlock.queue.Schema;
import dev.rowlock.queue.Worker;
import dev.rowlock.queue.internal.sql.EnqueueStatements;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.KeptConnections;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A worker with all its threads goes on whatever statement fails under it, in each way of {@link Fault}: its cycles, heartbeats, reports, looks and housekeeping. Nothing the
 * server answers ends a thread, nor does a second fault while a COMMIT that was lost is read back; all jobs are done, each once, and what a handler wrote in the transaction that completed its job is there once (A7, A8, B4, B6). The
 * statements are those that such a worker was seen to send.
 */
final class WorkerAtEveryStatementTest {
    private static final int AT_ONCE = 6;
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final String EXTENSION = "CycleStatements.JOB_EXTEND";

    /** In a read-back: after connecting, the level and autocommit. */
    private static final int FIRST_READ = 4;

    private static final HandlerRules RULES =
            HandlerRules.standard().withRetry(RetryPolicy.fixed(Duration.ofMillis(10)));

    /** What only workers with threads send, and so what no chapter of EveryStatementTest covers. */
    static final Set<String> ONLY_HERE = Set.of(
            EXTENSION, "EnqueueStatements.JOB_INSERT_LEASED", "LookStatements.LOOK", "LookStatements.QUEUE_OPEN");

    private final StatementNames names = StatementNames.read();
    private final AtomicInteger lives = new AtomicInteger();

    @EachServer(only = ServerKind.MYSQL_DEV, sharing = Sharing.DEDICATED)
    static final class OnMySql {
        @Test
        void nothingEndsAWorkerAndNothingHappensTwice(TestDatabase database) throws Exception {
            new WorkerAtEveryStatementTest().survive(database);
        }
    }

    private void survive(TestDatabase database) throws Exception {
        database.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 0", "SET GLOBAL sync_binlog = 0");
        Schema.migrate(database.dataSource());
        database.execute(
                "CREATE TABLE ours (id BIGINT AUTO_INCREMENT PRIMARY KEY, note VARCHAR(200) NOT NULL, KEY (note))");
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try (Trouble trouble = Trouble.with(database)) {
            Set<String> sent = new TreeSet<>();
            for (int run = 0; run < 2; run++) {
                new Application(database, trouble, EXTENSION, null, null)
                        .live()
                        .forEach(step -> sent.addAll(names.of(step.sql())));
            }
            assertThat(sent).containsAll(ONLY_HERE);
            sent.add(Step.COMMIT.sql());
            List<Callable<@Nullable String>> all = new ArrayList<>();
            for (String name : sent) {
                for (Fault fault : Fault.values()) {
                    all.add(() -> attempt(database, trouble, name, fault, null));
                }
            }
            for (Fault fault : List.of(Fault.KILLED, Fault.ANSWER_LOST)) {
                for (Fault then : Fault.values()) {
                    Script.Second second = new Script.Second(FIRST_READ, then);
                    all.add(() -> attempt(database, trouble, Step.COMMIT.sql(), fault, second));
                }
            }
            List<String> failures = new ArrayList<>();
            for (Future<@Nullable String> one : threads.invokeAll(all)) {
                String failure = one.get();
                if (failure != null) {
                    failures.add(failure);
                }
            }
            assertThat(failures).isEmpty();
            trouble.awaitNothingElse();
        } finally {
            threads.shutdown();
        }
    }

    private @Nullable String attempt(
            TestDatabase database, Trouble trouble, String name, Fault fault, Script.@Nullable Second second) {
        try {
            new Application(database, trouble, name, fault, second).live();
            return null;
        } catch (Exception | AssertionError e) {
            return fault + " at " + name + (second == null ? "" : ", then " + second) + ": " + e;
        }
    }

    /** A process with one worker and an application that enqueues. */
    private final class Application {
        private final TestDatabase database;
        private final Trouble trouble;
        private final String where;
        private final @Nullable Fault fault;
        private final Script.@Nullable Second second;
        private final int number = lives.incrementAndGet();
        private final AtomicInteger first = new AtomicInteger();

        Application(
                TestDatabase database,
                Trouble trouble,
                String where,
                @Nullable Fault fault,
                Script.@Nullable Second second) {
            this.database = database;
            this.trouble = trouble;
            this.where = where;
            this.fault = fault;
            this.second = second;
        }

        List<Step> live() throws SQLException {
            Script script = new Script();
            try (FaultyConnections connections = new FaultyConnections(database, script, trouble);
                    KeptConnections kept = new KeptConnections(database);
                    Asking sql = new Asking(database.connect())) {
                Life life = new Life(
                        new Life.World(database, sql, connections, Queues.open(connections), Queues.open(kept), script),
                        number,
                        fault,
                        0,
                        second);
                script.beginAt(
                        step -> step.sql().equals(where) || names.of(step.sql()).contains(where), fault, second);
                try (Worker worker = life.queue()
                        .worker()
                        .pauses(Duration.ofMillis(5), Duration.ofMillis(30))
                        .lease(LEASE)
                        .concurrency(4)
                        .batch(5)
                        .handle(life.kind(), job -> handle(life, job), RULES)
                        .start()) {
                    work(life, worker);
                }
                List<Step> steps = script.end();
                life.end();
                assertThat(script.complaints()).isEmpty();
                return steps;
            }
        }

        private void work(Life life, Worker worker) {
            Queue queue = life.queue();
            enqueue(life, queue, life.job("slow"));
            enqueue(life, queue, life.job("first"));
            enqueue(life, queue, life.job("fails once"));
            enqueue(life, queue, life.job("later").delay(Duration.ofMillis(20)));
            life.book().expectEffect(enqueue(life, queue, life.job(Book.EFFECT)));
            for (int n = 0; n < 8; n++) {
                enqueue(life, queue, life.job("another"));
            }
            awaitQuiet(life, worker);
            handOver(life, queue);
            // A worker that has found nothing has handlers free, for a job that begins at the COMMIT.
            for (int n = 0; n < 20 && !isSeated(life); n++) {
                awaitQuiet(life, worker);
                enqueue(life, queue, life.job("seated"));
            }
            awaitQuiet(life, worker);
        }

        private static boolean isSeated(Life life) {
            return life.world().script().hasTaken(step -> step.sql().startsWith(EnqueueStatements.JOB_INSERT_LEASED));
        }

        private static void awaitQuiet(Life life, Worker worker) {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> life.book().left() == 0 && worker.counts().held() == 0);
        }

        private JobId enqueue(Life life, Queue queue, NewJob.Builder job) {
            JobId id = queue.enqueue(job.build()).id();
            life.book().expect(id, Book.Fate.DONE);
            return id;
        }

        /** In the application's transaction, with a handler that begins at the COMMIT. */
        private void handOver(Life life, Queue queue) {
            List<Handover> handovers = new ArrayList<>();
            JobId job = life.inOurs("handed over", connection -> {
                handovers.forEach(Handover::close); // those of earlier runs
                Handover handover = queue.handover();
                handovers.add(handover);
                return handover.enqueue(connection, life.job("handed over").build())
                        .id();
            });
            life.book().expect(job, Book.Fate.DONE);
            handovers.get(handovers.size() - 1).committed();
        }

        private JobOutcome handle(Life life, Job<String> job) throws Exception {
            switch (job.payload()) {
                case "slow" -> {
                    job.progress(1, 2);
                    job.log("a line");
                    if (where.equals(EXTENSION)) {
                        // So long that its lease is extended.
                        new CountDownLatch(1).await(LEASE.toMillis() / 2, TimeUnit.MILLISECONDS);
                    }
                }
                case "fails once" -> {
                    if (first.incrementAndGet() == 1) {
                        return JobOutcome.failed("once");
                    }
                }
                case Book.EFFECT -> {
                    return effect(life, job);
                }
                default -> {}
            }
            return JobOutcome.done();
        }

        /** A handler that does not know what became of its COMMIT throws what it got: the next attempt, if there is one, begins anew. */
        private JobOutcome effect(Life life, Job<String> job) throws SQLException {
            try (Connection connection = life.world().connections().getConnection()) {
                connection.setAutoCommit(false);
                try {
                    Book.effect(connection, job.id());
                    JobOutcome outcome = job.completeOn(connection);
                    connection.commit();
                    connection.setAutoCommit(true);
                    return outcome;
                } catch (SQLException | RuntimeException e) {
                    Life.rollBack(connection, e);
                    throw e;
                }
            }
        }
    }
}

package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.CutProxy;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Moment;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Jobs that are inserted as leased to a worker of the same process, and start with the commit. */
@EachServer(only = ServerKind.MYSQL_DEV)
final class StartAtOnceTest {
    /** It never looks by itself once it is idle, so what runs was handed over or woken for. */
    private static Worker.Builder idle(Mails mails) {
        return mails.queue().worker().pauses(Duration.ofMillis(1), Duration.ofHours(1));
    }

    private static void awaitCaughtUp(Mails mails) {
        // A job that is claimed shows that the worker looks; the next one that is not claimed, that it has nothing left
        // to claim.
        Awaitility.await().until(() -> {
            JobId id = mails.queue().enqueue(NewJob.of(Mails.KIND, "first")).id();
            Awaitility.await().until(() -> mails.status(id).state() == JobState.DONE);
            return isHandedOver(mails);
        });
    }

    private static boolean isHandedOver(Mails mails) {
        try (Connection connection = mails.database().connect()) {
            connection.setAutoCommit(false);
            try (Handover handover = mails.queue().handover()) {
                JobId probe = handover.enqueue(connection, NewJob.of(Mails.KIND, "probe"))
                        .id();
                boolean leased = leased(
                                connection,
                                " AND id = UNHEX('" + probe.toString().replace("-", "") + "')")
                        > 0;
                connection.rollback();
                return leased;
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Rows under a lease, as this transaction sees them. */
    private static long leased(Connection connection) throws SQLException {
        return leased(connection, "");
    }

    private static long leased(Connection connection, String which) throws SQLException {
        try (Statement statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "SELECT COUNT(*) FROM rowlock_job WHERE lease_until > UTC_TIMESTAMP(6)" + which)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Test
    void aJobEnqueuedAloneRunsWithoutAClaim(TestDatabase database) {
        Mails mails = Mails.open(database);
        Queue<String> ran = new ConcurrentLinkedQueue<>();
        try (Worker worker = idle(mails)
                .handle(Mails.KIND, job -> {
                    ran.add(job.payload() + " " + job.attempt() + " " + (job.token() > 0));
                    return JobOutcome.done();
                })
                .start()) {
            awaitCaughtUp(mails);
            long claimed = worker.counts().claimed();
            long done = worker.counts().done();
            JobId id = mails.queue().enqueue(NewJob.of(Mails.KIND, "at once")).id();
            Awaitility.await().until(() -> worker.counts().done() == done + 1);
            assertThat(worker.counts().claimed()).isEqualTo(claimed);
            assertThat(ran).contains("at once 1 true");
            assertThat(mails.status(id).state()).isEqualTo(JobState.DONE);
        }
        assertThat(mails.open()).isZero();
    }

    @Test
    void aJobOfTheCallersTransactionStartsWhenItIsToldCommittedAndNotBefore(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        Queue<String> ran = new ConcurrentLinkedQueue<>();
        try (Worker worker = idle(mails)
                        .handle(Mails.KIND, job -> {
                            ran.add(job.payload());
                            return JobOutcome.done();
                        })
                        .start();
                Connection connection = database.connect()) {
            awaitCaughtUp(mails);
            ran.clear();
            long claimed = worker.counts().claimed();
            connection.setAutoCommit(false);
            try (Handover handover = mails.queue().handover()) {
                handover.enqueue(connection, NewJob.of(Mails.KIND, "taken back"));
                connection.rollback();
            }
            try (Handover handover = mails.queue().handover()) {
                handover.enqueue(connection, NewJob.of(Mails.KIND, "kept"));
                handover.enqueue(connection, NewJob.of(Mails.KIND, "kept too"));
                connection.commit();
                assertThat(ran).isEmpty();
                handover.committed();
                handover.committed();
            }
            Awaitility.await().until(() -> ran.size() == 2);
            assertThat(worker.counts().claimed()).isEqualTo(claimed);
            Awaitility.await().until(() -> mails.open() == 0);
            assertThat(ran).containsExactlyInAnyOrder("kept", "kept too");
        }
    }

    @Test
    void aJobThatIsNeverToldCommittedIsNotExtendedAndGoesToWhoeverClaimsItAfterTheLease(TestDatabase database)
            throws Exception {
        Mails mails = Mails.open(database);
        Queue<String> ran = new ConcurrentLinkedQueue<>();
        JobId forgotten;
        try (Worker worker = idle(mails)
                        .lease(Duration.ofSeconds(1))
                        .handle(Mails.KIND, job -> {
                            ran.add(job.payload() + " " + job.attempt());
                            return JobOutcome.done();
                        })
                        .start();
                Connection connection = database.connect()) {
            awaitCaughtUp(mails);
            connection.setAutoCommit(false);
            Handover handover = mails.queue().handover();
            forgotten = handover.enqueue(connection, NewJob.of(Mails.KIND, "forgotten"))
                    .id();
            connection.commit();
            assertThat(worker.counts().held()).isZero();
            // Others see it as running until then.
            assertThat(mails.status(forgotten).state()).isEqualTo(JobState.RUNNING);
            Awaitility.await()
                    .until(() ->
                            database.number("SELECT COUNT(*) FROM rowlock_job WHERE lease_until <= UTC_TIMESTAMP(6)")
                                    == 1);
            handover.committed(); // too late: its lease is over
            worker.wake();
            Awaitility.await().until(() -> mails.status(forgotten).state() == JobState.DONE);
            assertThat(ran).contains("forgotten 2").doesNotContain("forgotten 1");
        }
        assertThat(mails.queues().failures(forgotten))
                .singleElement()
                .satisfies(failure -> assertThat(failure.reason()).contains("is gone"));
    }

    @Test
    void roomThatWasKeptAndIsNotUsedIsGivenBack(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        try (Worker worker = idle(mails)
                        .concurrency(2)
                        .handle(Mails.KIND, job -> JobOutcome.done())
                        .start();
                Connection connection = database.connect()) {
            awaitCaughtUp(mails);
            connection.setAutoCommit(false);
            Handover first = mails.queue().handover();
            first.enqueueAll(connection, List.of(NewJob.of(Mails.KIND, "1"), NewJob.of(Mails.KIND, "2")));
            assertThat(leased(connection)).isEqualTo(2);
            try (Handover second = mails.queue().handover()) {
                second.enqueue(connection, NewJob.of(Mails.KIND, "3"));
                assertThat(leased(connection)).as("no handler is free").isEqualTo(2);
            }
            connection.rollback();
            first.close();
            assertThat(isHandedOver(mails)).isTrue();
            // A refused enqueue gives it back as well.
            assertThatThrownBy(() -> mails.queue()
                            .enqueue(NewJob.builder(Mails.KIND, "x")
                                    .header("too long", "x".repeat(5_000))
                                    .build()))
                    .isInstanceOf(ConfigurationException.class);
            assertThat(isHandedOver(mails)).isTrue();
            assertThat(worker.counts().held()).isZero();
        }
    }

    @Test
    void aPausedQueueStartsNothingHoweverJobsComeAndWhoeverPausedIt(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        AtomicInteger runs = new AtomicInteger();
        try (Worker worker = idle(mails)
                        .handle(Mails.KIND, job -> {
                            runs.incrementAndGet();
                            return JobOutcome.done();
                        })
                        .start();
                Connection connection = database.connect()) {
            awaitCaughtUp(mails);
            int before = runs.get();
            // As another process does it.
            Queues.open(database.dataSource()).queue("mails").pause();
            JobId alone = mails.queue().enqueue(NewJob.of(Mails.KIND, "alone")).id();
            connection.setAutoCommit(false);
            JobId handed;
            try (Handover handover = mails.queue().handover()) {
                handed = handover.enqueue(connection, NewJob.of(Mails.KIND, "handed over"))
                        .id();
                connection.commit();
                handover.committed();
            }
            Awaitility.await().until(() -> mails.status(handed).state() == JobState.READY);
            assertThat(mails.status(alone).state()).isEqualTo(JobState.READY);
            assertThat(runs).hasValue(before);
            mails.queue().resume();
            Awaitility.await().until(() -> runs.get() == before + 2);
            assertThat(mails.queues().failures(handed)).isEmpty();
            assertThat(worker.counts().failed()).isZero();
        }
    }

    @Test
    void whatWaitsInTheTableIsNotOvertaken(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch go = new CountDownLatch(1);
        Queue<String> ran = new ConcurrentLinkedQueue<>();
        try (Worker worker = idle(mails)
                .concurrency(2)
                .batch(1)
                .handle(Mails.KIND, job -> {
                    if (job.payload().startsWith("long")) {
                        begun.countDown();
                        go.await();
                    }
                    ran.add(job.payload());
                    return JobOutcome.done();
                })
                .start()) {
            awaitCaughtUp(mails);
            mails.queue().enqueue(NewJob.of(Mails.KIND, "long 1"));
            mails.queue().enqueue(NewJob.of(Mails.KIND, "long 2"));
            begun.await();
            ran.clear();
            // No handler is free, and more wait than the worker holds.
            mails.queue()
                    .enqueueAll(List.of(
                            NewJob.builder(Mails.KIND, "urgent")
                                    .priority(Priority.URGENT)
                                    .build(),
                            NewJob.of(Mails.KIND, "older 1"),
                            NewJob.of(Mails.KIND, "older 2"),
                            NewJob.of(Mails.KIND, "older 3"),
                            NewJob.of(Mails.KIND, "older 4"),
                            NewJob.of(Mails.KIND, "older 5")));
            mails.queue().enqueue(NewJob.of(Mails.KIND, "newer"));
            go.countDown();
            Awaitility.await().until(() -> mails.open() == 0);
            assertThat(ran.stream().filter(name -> !name.startsWith("long")))
                    .element(0)
                    .isEqualTo("urgent");
            assertThat(ran.stream().reduce((first, last) -> last)).contains("newer");
            assertThat(worker.counts().lost()).isZero();
        }
    }

    @Test
    void whatNobodyHereCanWorkOrIsNotDueIsNotHandedOver(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        try (Worker worker =
                        idle(mails).handle(Mails.KIND, job -> JobOutcome.done()).start();
                Connection connection = database.connect();
                Handover handover = mails.queue().handover()) {
            awaitCaughtUp(mails);
            connection.setAutoCommit(false);
            handover.enqueue(connection, NewJob.of(JobKind.text("other"), "x"));
            handover.enqueue(
                    connection,
                    NewJob.builder(Mails.KIND, "later")
                            .delay(Duration.ofHours(1))
                            .build());
            handover.enqueue(
                    connection,
                    NewJob.builder(Mails.KIND, "once").maxAttempts(1).build());
            assertThat(leased(connection)).isZero();
            connection.rollback();
            assertThat(worker.counts().held()).isZero();
        }
    }

    @Test
    void aWorkerThatClosesGivesBackWhatIsBeingInserted(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        Worker worker = idle(mails).handle(Mails.KIND, job -> JobOutcome.done()).start();
        try (Connection connection = database.connect()) {
            awaitCaughtUp(mails);
            connection.setAutoCommit(false);
            Handover handover = mails.queue().handover();
            JobId id = handover.enqueue(connection, NewJob.of(Mails.KIND, "m")).id();
            connection.commit();
            Thread closing = new Thread(() -> worker.close(Duration.ofSeconds(10)), "closing");
            closing.start();
            // It begins no more as soon as it closes.
            Awaitility.await().until(() -> !isHandedOver(mails));
            handover.committed();
            closing.join();
            assertThat(mails.status(id)).isEqualTo(new JobStatus(id, "mails", "mail", JobState.READY, 0));
        }
    }

    @Test
    void anInsertOrCommitWhoseAnswerIsLostStartsTheJobOnce(TestDatabase database) throws Exception {
        Mails direct = Mails.open(database);
        Queue<JobId> ran = new ConcurrentLinkedQueue<>();
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            // The worker is not cut, only who enqueues.
            Mails mails = Mails.open(database, Mails.through(network, database));
            try (Worker worker = mails.queue()
                    .worker()
                    .pauses(Duration.ofMillis(1), Duration.ofHours(1))
                    .handle(Mails.KIND, job -> {
                        ran.add(job.id());
                        return JobOutcome.done();
                    })
                    .start()) {
                awaitCaughtUp(mails);
                ran.clear();
                var insert = network.cut(Moment.AFTER_THE_ANSWER, "insert into rowlock_job");
                JobId again =
                        mails.queue().enqueue(NewJob.of(Mails.KIND, "again")).id();
                assertThat(insert.await(10, TimeUnit.SECONDS)).isTrue();
                Awaitility.await().until(() -> ran.contains(again));
                Awaitility.await().until(() -> direct.open() == 0);
                var commit = network.cut(Moment.AFTER_THE_ANSWER, "commit");
                JobId readBack = mails.queue()
                        .enqueue(NewJob.of(Mails.KIND, "read back"))
                        .id();
                assertThat(commit.await(10, TimeUnit.SECONDS)).isTrue();
                Awaitility.await().until(() -> ran.contains(readBack));
                Awaitility.await().until(() -> direct.open() == 0);
                assertThat(ran).containsExactly(again, readBack);
                assertThat(worker.counts().lost()).isZero();
            }
        }
    }
}

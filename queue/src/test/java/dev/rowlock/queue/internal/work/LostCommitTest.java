package dev.rowlock.queue.internal.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.RetryPolicy;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.EnqueueOutcome;
import dev.rowlock.queue.History;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.CutProxy;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Moment;
import dev.rowlock.testing.TestDatabase;
import dev.rowlock.testing.Tripwire;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The connection is lost during COMMIT, before the server got it or after it had done it (facts 3.3). The answer is true either way. */
@EachServer
final class LostCommitTest {
    /** Asks once what became of a COMMIT. */
    private static final RetryPolicy IMPATIENT =
            new RetryPolicy(5, Duration.ofMillis(1), Duration.ofMillis(5), Duration.ZERO);

    @ParameterizedTest
    @EnumSource(Moment.class)
    void aCycleIsReadBack(Moment moment, TestDatabase database) {
        Mails mails = Mails.open(database);
        mails.enqueue(6);
        try (Line line = new Line(database, moment)) {
            Steps steps = new Steps(mails, Transactions.of(line.connections()));
            List<Held> first = line.losing(() -> steps.claim(2));
            assertThat(first).hasSize(2);
            assertThat(database.number("SELECT COUNT(*) FROM rowlock_job WHERE lease_until > '1970-01-01'"))
                    .isEqualTo(2);
            Steps.Step second = line.losing(() -> steps.cycle(Steps.done(first), 2));
            assertThat(second.verdicts().written()).isEqualTo(first);
            assertThat(second.held()).hasSize(2);
            Settling.Verdicts third =
                    line.losing(() -> steps.cycle(Steps.done(second.held()), 0)).verdicts();
            assertThat(third.written()).isEqualTo(second.held());
            List<Held> fourth = steps.claim(2);
            Settling.Verdicts later = line.losing(
                            () -> steps.cycle(Steps.ruled(fourth, Ruling.snoozed(Duration.ofHours(1))), 0))
                    .verdicts();
            assertThat(later.written()).isEqualTo(fourth);
        }
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_history")).isEqualTo(4);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_job")).isZero();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_delayed")).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(Moment.class)
    void anEnqueueIsReadBack(Moment moment, TestDatabase database) {
        Mails direct = Mails.open(database);
        try (Line line = new Line(database, moment)) {
            Mails mails = Mails.open(database, line.connections());
            EnqueueOutcome ready = line.losing(() -> mails.queue().enqueue(NewJob.of(Mails.KIND, "one")));
            EnqueueOutcome delayed = line.losing(() -> mails.queue()
                    .enqueue(NewJob.builder(Mails.KIND, "two")
                            .delay(Duration.ofHours(1))
                            .build()));
            assertThat(direct.queues().status(ready.id())).isPresent();
            assertThat(direct.queues().status(delayed.id())).isPresent();
            assertThat(direct.open()).isEqualTo(2);
        }
    }

    /** Nothing else in them tells whether they were added, and others add to the same rows meanwhile. */
    @ParameterizedTest
    @EnumSource(Moment.class)
    void figuresAreAddedOnce(Moment moment, TestDatabase database) {
        Mails mails = Mails.open(database);
        try (Line line = new Line(database, moment)) {
            WorkerByHand worker = worked(mails, line, RetryPolicy.standard());
            line.meanwhile(() -> othersCount(database));
            line.losing(() -> written(worker));
            worker.write();
        }
        assertCounted(database, 2 + SLOTS * OTHERS);
    }

    /** The server is away for longer than anybody wants to wait: the next cycle asks first. */
    @ParameterizedTest
    @EnumSource(Moment.class)
    void figuresThatNobodyCouldAskForAreAddedOnce(Moment moment, TestDatabase database) {
        Mails mails = Mails.open(database);
        try (Line line = new Line(database, moment)) {
            WorkerByHand worker = worked(mails, line, IMPATIENT);
            Tripwire noAnswer = line.network().cut(Moment.BEFORE_THE_SERVER, "rowlock_mark FORCE");
            assertThatThrownBy(() -> line.losing(() -> written(worker)))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.failure()).isEqualTo(Failure.COMMIT_UNKNOWN));
            assertThat(noAnswer.happened()).isTrue();
            worker.write();
            worker.write();
        }
        assertCounted(database, 2);
    }

    /** Its lease is over and somebody else has the job by the time it is asked for: that tells nothing about our claim. */
    @ParameterizedTest
    @EnumSource(Moment.class)
    void aClaimThatSomebodyElseHasMadeSinceIsNotTakenForOneThatNeverWas(Moment moment, TestDatabase database) {
        Mails mails = Mails.open(database);
        mails.enqueue(2);
        try (Line line = new Line(database, moment)) {
            Steps steps = new Steps(mails, Transactions.of(line.connections()), Duration.ofMillis(1));
            List<Held> first = steps.claim(1).stream()
                    .map(held -> new Held(held.job, System.nanoTime() + Steps.LEASE.toNanos()))
                    .toList();
            database.execute("UPDATE rowlock_job SET lease_until = '2099-01-01' WHERE lease_until > '1970-01-01'");
            line.meanwhile(() ->
                    database.execute("UPDATE rowlock_job SET token = token + 1 WHERE lease_until < '2099-01-01'"));
            Steps.Step second = line.losing(() -> steps.cycle(Steps.done(first), 1));
            assertThat(second.verdicts().written()).isEqualTo(first);
            assertThat(second.verdicts().lost()).isEmpty();
        }
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_history")).isEqualTo(1);
    }

    private static final int OTHERS = 10;
    private static final int SLOTS = 64;

    /** Workers of other processes, in every slot there is. */
    private static void othersCount(TestDatabase database) {
        String rows = IntStream.range(0, SLOTS)
                .mapToObj(slot -> "(1, 0, " + slot + ", " + OTHERS + ")")
                .collect(Collectors.joining(", "));
        database.execute("INSERT INTO rowlock_counter (queue_id, outcome, slot, jobs) VALUES " + rows
                + " ON DUPLICATE KEY UPDATE jobs = jobs + " + OTHERS);
    }

    /** Two jobs are done, and not counted yet. */
    private static WorkerByHand worked(Mails mails, Line line, RetryPolicy retry) {
        int queue = (int) mails.database().number("SELECT id FROM rowlock_queue WHERE name = 'mails'");
        mails.enqueue(2);
        WorkerByHand worker =
                new WorkerByHand(queue, Transactions.of(line.connections()).retry(retry), History.KEPT, Steps.LEASE);
        List<JobId> jobs = worker.claim(2);
        assertThat(jobs).hasSize(2);
        jobs.forEach(worker::done);
        worker.write();
        return worker;
    }

    private static int written(WorkerByHand worker) {
        worker.write();
        return worker.unwritten();
    }

    private static void assertCounted(TestDatabase database, int jobs) {
        assertThat(database.number("SELECT SUM(jobs) FROM rowlock_counter WHERE outcome = 0"))
                .isEqualTo(jobs);
    }

    private interface Operation<T> {
        T run();
    }

    /** A network on which the next COMMIT of an operation is lost. Used by one thread. */
    private static final class Line implements AutoCloseable {
        private final CutProxy network;
        private final Connections connections;
        private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
        private boolean armed;
        private Tripwire lost;
        private boolean reading;

        Line(TestDatabase database, Moment moment) {
            network = CutProxy.inFrontOf(database);
            Connections faulty = Mails.through(network, database);
            // Armed as late as this: "autocommit" would be met, too.
            connections = faulty.watched((statement, connection) -> {
                if (statement.sql().equals("COMMIT") && armed) {
                    armed = false;
                    reading = true;
                    lost = network.cut(moment, "commit");
                } else if (reading && statement.sql().contains("FOR UPDATE")) {
                    reading = false;
                    meanwhile.get().run();
                }
            });
            lost = network.cut(moment, "a text that nobody sends");
        }

        CutProxy network() {
            return network;
        }

        Connections connections() {
            return connections;
        }

        /** Just before the lost COMMIT is read back, this happens. */
        void meanwhile(Runnable what) {
            meanwhile.set(what);
        }

        <T> T losing(Operation<T> operation) {
            armed = true;
            try {
                return operation.run();
            } finally {
                assertThat(Objects.requireNonNull(lost).happened()).isTrue();
            }
        }

        @Override
        public void close() {
            network.close();
        }
    }
}

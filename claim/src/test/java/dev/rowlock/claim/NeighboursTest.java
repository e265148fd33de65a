package dev.rowlock.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.claim.fixture.OtherSession;
import dev.rowlock.claim.fixture.SampleQueue;
import dev.rowlock.claim.fixture.SampleTable;
import dev.rowlock.claim.fixture.SampleTables;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.RowLock;
import dev.rowlock.testing.RowLocks;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Facts 1.2 and 1.3: what sessions beside a claim can do while the claim's transaction is open. */
@EachServer
final class NeighboursTest {
    private static final SampleTable SAMPLE = SampleTables.jobQueue();

    /** A second is the shortest lock wait there is (facts 3.8): who waits at all fails. */
    private static OtherSession impatient(TestDatabase database) throws SQLException {
        return OtherSession.on(database).run("SET innodb_lock_wait_timeout = 1");
    }

    private static Connection transaction(TestDatabase database, Isolation isolation) throws SQLException {
        Connection connection = database.connect();
        connection.setTransactionIsolation(isolation.jdbcLevel());
        connection.setAutoCommit(false);
        return connection;
    }

    /** Skipping along the secondary index would keep a lock there, and the owner would wait for the claimer. */
    @ParameterizedTest
    @EnumSource(names = {"READ_COMMITTED", "REPEATABLE_READ"})
    void theOwnerOfARowThatWasSkippedWritesToItsIndexWithoutWaiting(Isolation isolation, TestDatabase database)
            throws SQLException {
        SampleQueue queue = SampleQueue.create(database, SAMPLE, 20);
        try (OtherSession owner = impatient(database);
                Connection claimer = transaction(database, isolation)) {
            owner.run("SELECT 1 FROM job_queue WHERE id IN (1, 3, 5) FOR UPDATE");
            assertThat(queue.other().on(claimer).claim(5).leases())
                    .extracting(Lease::key)
                    .contains(RowKey.of(2), RowKey.of(4))
                    .doesNotContain(RowKey.of(1), RowKey.of(3), RowKey.of(5));

            owner.run("UPDATE job_queue SET available_at = available_at + INTERVAL 1 SECOND WHERE id = 1");
            owner.run("UPDATE job_queue SET status = 'done' WHERE id = 3");
            owner.run("DELETE FROM job_queue WHERE id = 5");
            owner.commit();
            claimer.rollback();
        }
        assertThat(database.column("SELECT status FROM job_queue WHERE id IN (1, 3, 5) ORDER BY id"))
                .containsExactly("ready", "done");
    }

    /** The row is free as soon as its owner lets go of it, though the claimer that met it is still open. */
    @ParameterizedTest
    @EnumSource(names = {"READ_COMMITTED", "REPEATABLE_READ"})
    void aSkippedRowIsFreeOnceItsOwnerIsDone(Isolation isolation, TestDatabase database) throws SQLException {
        SampleQueue queue = SampleQueue.create(database, SAMPLE, 20);
        try (OtherSession third = impatient(database);
                Connection claimer = transaction(database, isolation)) {
            try (OtherSession owner = queue.hold(1, 3, 20)) {
                assertThat(queue.other().on(claimer).claim(5).leases()).hasSizeGreaterThan(1);
            }
            third.run("UPDATE job_queue SET status = 'done' WHERE id = 1");
            third.run("UPDATE job_queue SET available_at = NOW() WHERE id = 3");
            third.run("DELETE FROM job_queue WHERE id = 20");
            third.commit();
            claimer.rollback();
        }
    }

    /**
     * At REPEATABLE READ skipping a row locks the gap behind it: where the newest row is held, new rows wait. Only READ COMMITTED avoids it,
     * which is why Rowlock's own transactions run there.
     */
    @ParameterizedTest
    @EnumSource(names = {"READ_COMMITTED", "REPEATABLE_READ"})
    void insertsBehindASkippedRowWaitAtRepeatableReadOnly(Isolation isolation, TestDatabase database)
            throws SQLException {
        SampleQueue queue = SampleQueue.create(database, SAMPLE, 5);
        try (OtherSession owner = queue.hold(5);
                OtherSession producer = impatient(database);
                Connection claimer = transaction(database, isolation)) {
            assertThat(queue.other().on(claimer).claim(5).leases()).hasSize(4);
            String insert = "INSERT INTO job_queue (id, status, available_at) VALUES (6, 'ready', NOW())";
            if (isolation == Isolation.READ_COMMITTED) {
                producer.run(insert);
            } else {
                assertThatThrownBy(() -> producer.run(insert))
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                failure -> assertThat(failure.getErrorCode()).isEqualTo(1205));
            }
            claimer.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"READ_COMMITTED", "REPEATABLE_READ"})
    void rowsThatAreNotTakenAreFreeToEverybody(Isolation isolation, TestDatabase database) throws SQLException {
        SampleQueue queue = SampleQueue.create(database, SAMPLE, 20);
        try (OtherSession online = impatient(database);
                Connection claimer = transaction(database, isolation)) {
            LeaseOperations on = queue.other().on(claimer);
            assertThat(on.claim(5).leases()).hasSize(5);
            assertThat(on.claim(RowKey.of(9))).isInstanceOf(TargetedClaim.Claimed.class);

            online.run("UPDATE job_queue SET status = 'done' WHERE id > 5 AND id <> 9");
            online.commit();
            claimer.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"READ_COMMITTED", "REPEATABLE_READ"})
    void insertsGoOnWhileAClaimThatReachedTheEndIsOpen(Isolation isolation, TestDatabase database) throws SQLException {
        SampleQueue queue = SampleQueue.create(database, SAMPLE, 5);
        try (OtherSession producer = impatient(database);
                Connection claimer = transaction(database, isolation)) {
            LeaseOperations on = queue.other().on(claimer);
            assertThat(on.claim(10).leases()).hasSize(5);
            assertThat(on.reclaim(10).count()).isZero();

            producer.run("INSERT INTO job_queue (id, status, available_at) VALUES (6, 'ready', NOW())");
            producer.run("INSERT INTO job_queue (id, status, available_at) VALUES (0 - 1, 'ready', '2019-01-01')");
            producer.run("INSERT INTO job_queue (status, available_at) VALUES ('processing', NOW())");
            producer.commit();
            claimer.rollback();
        }
        assertThat(database.number("SELECT COUNT(*) FROM job_queue")).isEqualTo(8);
    }

    /**
     * Facts 3.5: the one gap lock there is. It cannot be avoided at REPEATABLE READ, where a locking read promises that the row it did not
     * find stays absent; at READ COMMITTED nothing is locked.
     */
    @Test
    void aTargetedClaimOfAMissingRowLocksAGapAtRepeatableReadOnly(TestDatabase database) throws SQLException {
        SampleQueue queue = SampleQueue.create(database, SAMPLE, 5);
        try (OtherSession producer = impatient(database);
                Connection committed = transaction(database, Isolation.READ_COMMITTED)) {
            assertThat(queue.leases().on(committed).claim(RowKey.of(50))).isInstanceOf(TargetedClaim.NotFound.class);
            assertThat(database.locks(committed).count()).isZero();
            producer.run("INSERT INTO job_queue (id, status, available_at) VALUES (50, 'ready', NOW())");
            committed.rollback();
        }
        try (OtherSession producer = impatient(database);
                Connection repeatable = transaction(database, Isolation.REPEATABLE_READ)) {
            assertThat(queue.leases().on(repeatable).claim(RowKey.of(50))).isInstanceOf(TargetedClaim.NotFound.class);
            assertThat(database.locks(repeatable).count()).isEqualTo(1);
            assertThatThrownBy(() -> producer.run(
                            "INSERT INTO job_queue (id, status, available_at) VALUES (50, 'ready', NOW())"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            failure -> assertThat(failure.getErrorCode()).isEqualTo(1205));
            repeatable.rollback();
        }
    }

    /**
     * At REPEATABLE READ a claim sees the rows of the transaction's snapshot and locks them as they are now. What no longer matches stays
     * locked, so it looks once and does not search on.
     */
    @Test
    void aClaimOverAnOldSnapshotLocksNoMoreRowsThanItWasAskedFor(TestDatabase database) throws SQLException {
        SampleQueue queue = SampleQueue.create(database, SAMPLE, 700);
        queue.leases().claim(300);
        queue.passTheLease();
        try (Connection caller = transaction(database, Isolation.REPEATABLE_READ)) {
            try (var statement = caller.createStatement()) {
                statement.execute("SELECT COUNT(*) FROM job_queue");
            }
            database.execute("UPDATE job_queue SET status = 'done' WHERE id <= 690");
            LeaseOperations on = queue.leases().on(caller);

            assertThat(on.claim(10)).isInstanceOf(ClaimAnswer.NothingVisible.class);
            assertThat(database.locks(caller).count()).isEqualTo(10);
            assertThat(on.reclaim(10).count()).isZero();
            RowLocks locks = database.locks(caller);
            assertThat(locks.count()).isEqualTo(20);
            assertThat(locks.entries().orElse(List.of()).stream().map(RowLock::mode))
                    .allMatch("X,REC_NOT_GAP"::equals);
            caller.rollback();
        }
        try (Connection caller = transaction(database, Isolation.READ_COMMITTED)) {
            assertThat(queue.leases().on(caller).claim(10).leases()).hasSize(10);
            assertThat(database.locks(caller).count()).isEqualTo(10);
            caller.rollback();
        }
    }
}

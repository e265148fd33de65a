package dev.rowlock.mysql.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.fixture.Answer;
import dev.rowlock.mysql.fixture.Client;
import dev.rowlock.mysql.fixture.Pending;
import dev.rowlock.testing.Driver;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is left of a transaction after a deadlock and after a lock wait timeout (facts 3.1). */
@EachServer(drivers = Drivers.BOTH)
final class RollbackFactsTest {
    @BeforeEach
    void createsRows(TestDatabase database) {
        database.execute(
                "CREATE TABLE t (id INT PRIMARY KEY, v INT NOT NULL)",
                "INSERT INTO t VALUES (1, 0), (2, 0), (3, 0), (4, 0), (5, 0)");
    }

    /** Facts 3.1: 1213 rolls back the transaction, all of it. */
    @Test
    void aDeadlockRollsTheWholeTransactionBack(TestDatabase database) throws SQLException {
        try (Client light = Client.of(database, Isolation.READ_COMMITTED);
                Client heavy = Client.of(database, Isolation.READ_COMMITTED)) {
            light.run("UPDATE t SET v = 1 WHERE id = 1");
            heavy.run("UPDATE t SET v = 2 WHERE id >= 2");
            Pending waiting = heavy.start("UPDATE t SET v = 2 WHERE id = 1").awaitLockWait();

            Answer victim = light.attempt("UPDATE t SET v = 1 WHERE id = 2");

            assertThat(victim.errorNumber()).isEqualTo(ServerError.ER_LOCK_DEADLOCK);
            assertThat(victim.sqlState()).isEqualTo("40001");
            assertThat(victim.failure()).isEqualTo(Failure.DEADLOCK);
            assertThat(waiting.end().errorNumber()).isZero();
            heavy.commit();
            light.commit(); // commits nothing: the transaction is gone
        }
        assertThat(database.column("SELECT v FROM t ORDER BY id")).containsExactly("2", "2", "2", "2", "2");
    }

    /**
     * Facts 3.1: 1205 undoes its statement only; what came before is still there to be committed, and its locks are kept. Connector/J
     * says 40001 all the same, which is the SQLState of a transaction that was rolled back; the server and MariaDB's driver say HY000.
     */
    @Test
    void aLockWaitTimeoutLeavesTheTransactionOpenWithItsLocks(TestDatabase database) throws SQLException {
        try (Client holder = Client.of(database, Isolation.READ_COMMITTED);
                Client waiter = Client.of(database, Isolation.READ_COMMITTED);
                Client third = Client.of(database, Isolation.READ_COMMITTED)) {
            waiter.run("SET SESSION innodb_lock_wait_timeout = 0"); // 1 on MySQL (facts 3.8)
            holder.run("UPDATE t SET v = 5 WHERE id = 5");
            waiter.run("UPDATE t SET v = 1 WHERE id = 1");

            Answer timedOut = waiter.attempt("UPDATE t SET v = 1 WHERE id = 5");

            assertThat(timedOut.errorNumber()).isEqualTo(ServerError.ER_LOCK_WAIT_TIMEOUT);
            assertThat(timedOut.sqlState()).isEqualTo(database.driver() == Driver.CONNECTOR_J ? "40001" : "HY000");
            assertThat(timedOut.failure()).isEqualTo(Failure.LOCK_CONFLICT);
            Answer conflict = third.attempt("SELECT id FROM t WHERE id = 1 FOR UPDATE NOWAIT");
            assertThat(conflict.failure()).isEqualTo(Failure.LOCK_CONFLICT);
            holder.rollback();
            waiter.commit();
        }
        assertThat(database.column("SELECT v FROM t WHERE id IN (1, 5) ORDER BY id"))
                .containsExactly("1", "0");
    }
}

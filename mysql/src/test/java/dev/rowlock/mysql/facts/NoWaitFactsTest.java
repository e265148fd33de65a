package dev.rowlock.mysql.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.fixture.Answer;
import dev.rowlock.mysql.fixture.Client;
import dev.rowlock.testing.Driver;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Locking reads that do not wait (facts 3.2, 3.8, 3.9). */
@EachServer(drivers = Drivers.BOTH)
final class NoWaitFactsTest {
    private static final int ER_PARSE_ERROR = 1064;

    @BeforeEach
    void createsRows(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT NOT NULL)", "INSERT INTO t VALUES (1, 0), (2, 0)");
    }

    /** Facts 3.2: one conflict, two numbers and three SQLStates; one {@link Failure} for all. */
    @Test
    void theNumberOfANowaitConflictDependsOnTheServer(TestDatabase database) throws SQLException {
        try (Client holder = Client.of(database, Isolation.READ_COMMITTED);
                Client other = Client.of(database, Isolation.READ_COMMITTED)) {
            holder.run("UPDATE t SET v = 1 WHERE id = 1");

            Answer conflict = other.attempt("SELECT id FROM t WHERE id = 1 FOR UPDATE NOWAIT");

            assertThat(conflict.errorNumber())
                    .isEqualTo(database.isMariaDb() ? ServerError.ER_LOCK_WAIT_TIMEOUT : ServerError.ER_LOCK_NOWAIT);
            boolean calledRollback = database.isMariaDb() && database.driver() == Driver.CONNECTOR_J;
            assertThat(conflict.sqlState()).isEqualTo(calledRollback ? "40001" : "HY000");
            assertThat(conflict.failure()).isEqualTo(Failure.LOCK_CONFLICT);
        }
    }

    /** Facts 3.1, 3.2: a NOWAIT conflict, too, leaves the transaction open with its locks. */
    @Test
    void aNowaitConflictLeavesTheTransactionOpen(TestDatabase database) throws SQLException {
        try (Client holder = Client.of(database, Isolation.READ_COMMITTED);
                Client other = Client.of(database, Isolation.READ_COMMITTED)) {
            holder.run("UPDATE t SET v = 1 WHERE id = 1");
            other.run("UPDATE t SET v = 2 WHERE id = 2");
            other.attempt("SELECT id FROM t WHERE id = 1 FOR UPDATE NOWAIT");

            assertThat(holder.attempt("SELECT id FROM t WHERE id = 2 FOR UPDATE NOWAIT")
                            .failure())
                    .isEqualTo(Failure.LOCK_CONFLICT);
            other.commit();
        }
        assertThat(database.column("SELECT v FROM t ORDER BY id")).containsExactly("0", "2");
    }

    /** B7: NOWAIT is part of the read and does not look at the lock wait timeout, here 50 s. */
    @Test
    void nowaitAnswersAtOnceWhateverTheLockWaitTimeoutIs(TestDatabase database) throws SQLException {
        try (Client holder = Client.of(database, Isolation.READ_COMMITTED);
                Client other = Client.of(database, Isolation.READ_COMMITTED)) {
            other.run("SET SESSION innodb_lock_wait_timeout = 50");
            holder.run("UPDATE t SET v = 1 WHERE id = 1");
            assertThat(other.start("SELECT id FROM t WHERE id = 1 FOR UPDATE NOWAIT")
                            .answer())
                    .succeedsWithin(Duration.ofSeconds(10))
                    .extracting(Answer::failure)
                    .isEqualTo(Failure.LOCK_CONFLICT);
        }
    }

    /** Facts 3.8: SKIP LOCKED is the other way not to wait; the held row is absent from the answer. */
    @Test
    void skipLockedLeavesTheHeldRowOut(TestDatabase database) throws SQLException {
        try (Client holder = Client.of(database, Isolation.READ_COMMITTED);
                Client other = Client.of(database, Isolation.READ_COMMITTED)) {
            holder.run("UPDATE t SET v = 1 WHERE id = 1");
            assertThat(other.read("SELECT id FROM t ORDER BY id FOR UPDATE SKIP LOCKED"))
                    .containsExactly("2");
        }
    }

    /** Facts 3.8: {@code UPDATE ... NOWAIT} does not exist: MySQL reads an alias, MariaDB too, and both wait for the lock. */
    @Test
    void anUpdateCannotBeToldNotToWait(TestDatabase database) throws SQLException {
        try (Client holder = Client.of(database, Isolation.READ_COMMITTED);
                Client other = Client.of(database, Isolation.READ_COMMITTED)) {
            assertThat(other.attempt("UPDATE t SET v = 2 WHERE id = 1 NOWAIT").errorNumber())
                    .isEqualTo(ER_PARSE_ERROR);
            holder.run("UPDATE t SET v = 1 WHERE id = 1");
            other.start("UPDATE t NOWAIT SET v = 2 WHERE id = 1").awaitLockWait();
            holder.rollback();
        }
    }

    /** Facts 3.9. */
    @Test
    void forUpdateOfIsASyntaxErrorOnMariaDb(TestDatabase database) throws SQLException {
        try (Client client = Client.of(database, Isolation.READ_COMMITTED)) {
            Answer answer = client.attempt("SELECT id FROM t WHERE id = 1 FOR UPDATE OF t NOWAIT");
            assertThat(answer.errorNumber()).isEqualTo(database.isMariaDb() ? ER_PARSE_ERROR : 0);
        }
    }
}

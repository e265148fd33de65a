package dev.rowlock.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

final class RowLocksTest {
    @EachServer
    void countsTheRowsThatALockingReadTook(TestDatabase database) throws SQLException {
        database.execute(
                "CREATE TABLE t (id INT PRIMARY KEY, a INT NOT NULL, KEY a_idx (a))",
                "INSERT INTO t VALUES (1, 1), (2, 2), (3, 3), (4, 4)");
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            assertThat(database.locks(connection).count()).isZero();

            statement.executeQuery(
                    "SELECT id FROM t FORCE INDEX (PRIMARY) WHERE id = 1 OR id = 3 FOR UPDATE SKIP LOCKED");
            assertThat(database.locks(connection).count()).isEqualTo(2);

            statement.executeQuery("SELECT id FROM t FORCE INDEX (a_idx) WHERE a = 4 FOR UPDATE");
            RowLocks locks = database.locks(connection);
            if (database.isMariaDb()) {
                assertThat(locks.entries()).isEmpty();
            } else {
                assertThat(locks.perIndex()).containsEntry("PRIMARY", 3L).containsEntry("a_idx", 1L);
                assertThat(locks.perMode()).containsEntry("X,REC_NOT_GAP", 4L);
                assertThat(locks.entries().orElseThrow())
                        .contains(new RowLock("t", "a_idx", "X,REC_NOT_GAP", "GRANTED", "4, 4"));
            }
            assertThat(locks.count()).isGreaterThanOrEqualTo(4);

            connection.rollback();
            assertThat(database.locks(connection).count()).isZero();
        }
    }
}

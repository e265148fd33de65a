package dev.rowlock.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A deadlock made on purpose: two transactions change two rows in opposite order. */
final class CollidingUpdates {
    private static final int ER_LOCK_DEADLOCK = 1213;

    private CollidingUpdates() {}

    static void createTable(TestDatabase database) {
        database.execute(
                "CREATE TABLE stock (id INT PRIMARY KEY, note VARCHAR(40) NULL) ENGINE=InnoDB",
                "INSERT INTO stock (id) VALUES (1), (2)");
    }

    static void deadlock(TestDatabase database) throws SQLException {
        try (Connection one = database.connect();
                Connection two = database.connect()) {
            List<Integer> errors = new ArrayList<>();
            one.setAutoCommit(false);
            two.setAutoCommit(false);
            run(one, "UPDATE stock SET note = 'secret a' WHERE id = 1");
            run(two, "UPDATE stock SET note = 'secret b' WHERE id = 2");
            CompletableFuture<Integer> other = CompletableFuture.supplyAsync(
                    () -> run(one, "UPDATE stock SET note = 'secret c' WHERE id = 2"),
                    task -> new Thread(task, "other-side").start());
            errors.add(run(two, "UPDATE stock SET note = 'secret d' WHERE id = 1"));
            two.rollback();
            errors.add(other.join());
            one.rollback();
            assertThat(errors).containsExactlyInAnyOrder(0, ER_LOCK_DEADLOCK);
        }
    }

    /** The error number, 0 for none. */
    static int run(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            return run(statement, sql);
        } catch (SQLException e) {
            return e.getErrorCode();
        }
    }

    /** The same. */
    static int run(Statement statement, String sql) {
        try {
            statement.execute(sql);
            return 0;
        } catch (SQLException e) {
            return e.getErrorCode();
        }
    }
}

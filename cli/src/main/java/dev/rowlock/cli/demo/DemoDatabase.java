package dev.rowlock.cli.demo;

import dev.rowlock.cli.internal.sql.DemoStatements;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The demo's own reads and writes. Thread-safe. */
final class DemoDatabase {
    private final Transactions transactions;

    DemoDatabase(Transactions transactions) {
        this.transactions = transactions;
    }

    void createTables() {
        execute(List.of(
                DemoStatements.JOB_QUEUE_CREATE, DemoStatements.TASK_QUEUE_CREATE, DemoStatements.EFFECT_CREATE));
    }

    private void execute(List<String> statements) {
        transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
            try (Statement statement = connection.createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
            }
            return 0;
        });
    }

    /** Adds that many rows to each of the two tables. */
    void add(int rows) {
        transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
            for (String sql : List.of(DemoStatements.JOB_QUEUE_ADD, DemoStatements.TASK_QUEUE_ADD)) {
                try (PreparedStatement insert = connection.prepareStatement(sql)) {
                    for (int row = 0; row < rows; row++) {
                        insert.setString(1, "{\"order\": " + row + "}");
                        insert.addBatch();
                    }
                    insert.executeBatch();
                }
            }
            return 0;
        });
    }

    /** Adds a job that no worker may take yet; its id. */
    long addLater() {
        return transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
            try (PreparedStatement insert =
                    connection.prepareStatement(DemoStatements.JOB_QUEUE_ADD_LATER, Statement.RETURN_GENERATED_KEYS)) {
                insert.executeUpdate();
                try (ResultSet keys = insert.getGeneratedKeys()) {
                    keys.next();
                    return keys.getLong(1);
                }
            }
        });
    }

    /** What to do while a row is held. */
    interface WhileLocked {
        void run();
    }

    /** Holds a job's row lock as another session would, for as long as this takes. */
    void whileLocked(long id, WhileLocked work) {
        transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
            number(connection, DemoStatements.JOB_QUEUE_LOCK, id);
            work.run();
            return 0;
        });
    }

    void makeReady(long id) {
        transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
            try (PreparedStatement update = connection.prepareStatement(DemoStatements.JOB_QUEUE_READY_NOW)) {
                update.setLong(1, id);
                return update.executeUpdate();
            }
        });
    }

    /** The one number a query answers with. */
    long number(String sql, Object... parameters) {
        return transactions.inTransaction(Isolation.READ_COMMITTED, connection -> number(connection, sql, parameters));
    }

    private static long number(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int at = 0; at < parameters.length; at++) {
                statement.setObject(at + 1, parameters[at]);
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}

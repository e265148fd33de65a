package dev.rowlock.queue.fault;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The test's own questions, thousands of them, on one connection. Used by one thread. */
final class Asking implements AutoCloseable {
    private final Connection connection;

    Asking(Connection connection) {
        this.connection = connection;
    }

    void execute(String... statements) {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    List<List<@Nullable Object>> rows(String query) {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            List<List<@Nullable Object>> rows = new ArrayList<>();
            while (row.next()) {
                List<@Nullable Object> values = new ArrayList<>();
                for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
                    values.add(row.getObject(column));
                }
                rows.add(values);
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    List<String> column(String query) {
        return rows(query).stream().map(row -> String.valueOf(row.get(0))).toList();
    }

    long number(String query) {
        return Long.parseLong(column(query).get(0));
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}

package dev.rowlock.testing.internal;

import dev.rowlock.testing.Driver;
import dev.rowlock.testing.TestDatabaseException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A test's own statements, beside what it tests: each call has a connection of its own, neither tracked nor counted. */
public final class Sql {
    private final Driver driver;
    private final String url;

    public Sql(Driver driver, String url) {
        this.driver = driver;
        this.url = url;
    }

    /** Runs these one after the other on one connection. */
    public void execute(String... statements) {
        String current = "connecting";
        try (Connection connection = driver.connect(url);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                current = sql;
                statement.execute(sql);
            }
        } catch (SQLException failed) {
            throw failure(current, failed);
        }
    }

    /** Every row by column label, in order; values as the driver gives them. */
    public List<Map<String, @Nullable Object>> rows(String sql) {
        try (Connection connection = driver.connect(url);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            ResultSetMetaData columns = result.getMetaData();
            List<Map<String, @Nullable Object>> rows = new ArrayList<>();
            while (result.next()) {
                Map<String, @Nullable Object> row = new LinkedHashMap<>();
                for (int column = 1; column <= columns.getColumnCount(); column++) {
                    row.put(columns.getColumnLabel(column), result.getObject(column));
                }
                rows.add(row);
            }
            return rows;
        } catch (SQLException failed) {
            throw failure(sql, failed);
        }
    }

    /** The first column of every row, as text. */
    public List<@Nullable String> column(String sql) {
        try (Connection connection = driver.connect(url);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<@Nullable String> values = new ArrayList<>();
            while (result.next()) {
                values.add(result.getString(1));
            }
            return values;
        } catch (SQLException failed) {
            throw failure(sql, failed);
        }
    }

    /** The one value a query answers with, as text. */
    public String text(String sql) {
        List<@Nullable String> values = column(sql);
        String value = values.size() == 1 ? values.get(0) : null;
        if (value == null) {
            throw new TestDatabaseException("expected one value, got " + values + " from: " + sql, null);
        }
        return value;
    }

    /** The one number a query answers with. */
    public long number(String sql) {
        return Long.parseLong(text(sql));
    }

    private static TestDatabaseException failure(String sql, SQLException failed) {
        return new TestDatabaseException(
                "%s [error %d, SQLState %s] in: %s"
                        .formatted(failed.getMessage(), failed.getErrorCode(), failed.getSQLState(), sql),
                failed);
    }
}

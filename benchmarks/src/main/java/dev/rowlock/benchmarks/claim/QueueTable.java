package dev.rowlock.benchmarks.claim;

import dev.rowlock.benchmarks.internal.sql.ClaimStatements;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The first layout of rule A12, filled anew for each measurement. */
final class QueueTable {
    private final String url;
    private final int rows;

    QueueTable(String url, int rows) {
        this.url = url;
        this.rows = rows;
    }

    void fill() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : ClaimStatements.TABLE_CREATE) {
                statement.execute(sql);
            }
            fill(connection);
            statement.execute(ClaimStatements.TABLE_ANALYZE);
        }
    }

    private void fill(Connection connection) throws SQLException {
        try (PreparedStatement fill = connection.prepareStatement(ClaimStatements.ROW_FILL)) {
            fill.setInt(1, rows);
            fill.executeUpdate();
        }
    }

    /** Fails unless every row is done: a fast loop that leaves rows behind is not faster. */
    void verifyAllDone() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(ClaimStatements.ROW_DONE)) {
            row.next();
            if (row.getInt(1) != rows) {
                throw new IllegalStateException("only " + row.getInt(1) + " of " + rows + " rows are done");
            }
        }
    }
}

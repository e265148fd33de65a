package dev.rowlock.cli.bench;

import dev.rowlock.cli.internal.sql.BenchStatements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** The order table of the reported case. Thread-safe. */
final class OrderTable {
    private final DataSource source;
    private final int rows;

    OrderTable(DataSource source, int rows) {
        this.source = source;
        this.rows = rows;
    }

    int rows() {
        return rows;
    }

    /** Makes it anew. */
    void load() throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(true);
            statement.execute(BenchStatements.ORDER_DROP);
            statement.execute(BenchStatements.ORDER_CREATE);
            statement.execute(BenchStatements.ORDER_SEED);
            try (PreparedStatement grow = connection.prepareStatement(BenchStatements.ORDER_GROW)) {
                for (int have = 1000; have < rows; ) {
                    int more = Math.min(Math.min(have, rows - have), 256_000);
                    grow.setInt(1, have);
                    grow.setInt(2, have);
                    grow.setInt(3, have);
                    grow.setInt(4, more);
                    grow.executeUpdate();
                    have += more;
                }
            }
            statement.execute(BenchStatements.ORDER_ANALYZE);
            forgetKnee(statement);
        }
    }

    /** Runs of an earlier round must not teach the next one. */
    private static void forgetKnee(Statement statement) {
        try {
            statement.executeUpdate(BenchStatements.KNEE_FORGET);
        } catch (SQLException none) {
            // there were no runs yet
        }
    }

    long left() throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(BenchStatements.ORDER_LEFT)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Ids at the place where a batch works now. */
    static long[] frontier(Connection connection) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(BenchStatements.ORDER_FRONTIER)) {
            while (row.next()) {
                ids.add(row.getLong(1));
            }
        }
        return ids.stream().mapToLong(Long::longValue).toArray();
    }
}

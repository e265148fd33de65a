package dev.rowlock.benchmarks.claim;

import dev.rowlock.benchmarks.internal.sql.ClaimStatements;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The reference: what a careful team writes by hand. Select with SKIP LOCKED, update, commit; update to done, commit; one connection, READ
 * COMMITTED, ids in one IN list.
 */
final class BareLoop {
    private final String url;
    private final int batch;

    BareLoop(String url, int batch) {
        this.url = url;
        this.batch = batch;
    }

    /** Works the table until nothing is visible; rows a second. */
    double run() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            long start = System.nanoTime();
            int done = 0;
            for (List<Long> ids = select(connection); !ids.isEmpty(); ids = select(connection)) {
                update(connection, ClaimStatements.ROW_TAKE, ids);
                connection.commit();
                update(connection, ClaimStatements.ROW_COMPLETE, ids);
                connection.commit();
                done += ids.size();
            }
            return done / ((System.nanoTime() - start) / 1e9);
        }
    }

    private List<Long> select(Connection connection) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(ClaimStatements.ROW_SELECT)) {
            statement.setInt(1, batch);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    ids.add(row.getLong(1));
                }
            }
        }
        return ids;
    }

    private static void update(Connection connection, String sql, List<Long> ids) throws SQLException {
        String list = String.join(",", Collections.nCopies(ids.size(), "?"));
        try (PreparedStatement statement = connection.prepareStatement(sql.replace("{ids}", list))) {
            for (int at = 0; at < ids.size(); at++) {
                statement.setLong(at + 1, ids.get(at));
            }
            statement.executeUpdate();
        }
    }
}

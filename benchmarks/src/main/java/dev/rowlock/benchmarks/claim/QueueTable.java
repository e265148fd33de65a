package dev.rowlock.benchmarks.claim;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The first layout of rule A12, filled anew for each measurement. */
final class QueueTable {
    private static final String[] FILL = {
        "DROP TABLE IF EXISTS job_queue",
        "CREATE TABLE job_queue(id BIGINT AUTO_INCREMENT PRIMARY KEY, payload JSON, status VARCHAR(16) NOT NULL,"
                + " available_at DATETIME NOT NULL, lease_until DATETIME NULL, attempts INT NOT NULL DEFAULT 0,"
                + " KEY(status, available_at, id))",
        "CREATE TABLE IF NOT EXISTS digit(d INT PRIMARY KEY)",
        "INSERT IGNORE INTO digit VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)",
    };

    private final String url;
    private final int rows;

    QueueTable(String url, int rows) {
        this.url = url;
        this.rows = rows;
    }

    void fill() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : FILL) {
                statement.execute(sql);
            }
            statement.execute("INSERT INTO job_queue(payload, status, available_at)"
                    + " SELECT '{\"order\": 1}', 'ready', NOW() - INTERVAL 1 HOUR + INTERVAL (a.d * 10 + b.d) SECOND"
                    + " FROM digit a, digit b, digit c, digit d, digit e, digit f LIMIT " + rows);
            statement.execute("ANALYZE TABLE job_queue");
        }
    }

    /** Fails unless every row is done: a fast loop that leaves rows behind is not faster. */
    void verifyAllDone() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM job_queue WHERE status = 'done'")) {
            row.next();
            if (row.getInt(1) != rows) {
                throw new IllegalStateException("only " + row.getInt(1) + " of " + rows + " rows are done");
            }
        }
    }
}

package dev.rowlock.claim.scale;

import dev.rowlock.claim.LeaseSettings;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.TableLayout;
import dev.rowlock.mysql.SessionState;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.KeptConnections;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The first layout of A12 with many ready rows that all became ready in the same second, the worst case for a resume position. */
final class BigQueue {
    private BigQueue() {}

    static void create(TestDatabase database, int rows) {
        database.execute(
                "CREATE TABLE job_queue(id BIGINT AUTO_INCREMENT PRIMARY KEY, payload JSON, status VARCHAR(16) NOT NULL,"
                        + " available_at DATETIME NOT NULL, lease_until DATETIME NULL, attempts INT NOT NULL DEFAULT 0,"
                        + " KEY(status, available_at, id))",
                "CREATE TABLE digit(d INT PRIMARY KEY)",
                "INSERT INTO digit VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)",
                "INSERT INTO job_queue(status, available_at) SELECT 'ready', NOW() - INTERVAL 1 HOUR"
                        + " FROM digit a, digit b, digit c, digit d, digit e, digit f LIMIT " + rows,
                "ANALYZE TABLE job_queue");
    }

    /** Connections at READ COMMITTED without autocommit. */
    static KeptConnections connections(TestDatabase database) {
        return new KeptConnections(Connections.of(() -> {
            Connection connection = database.connect();
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            return connection;
        }));
    }

    static LeaseTable open(KeptConnections connections) {
        return LeaseTable.open(
                Transactions.of(connections).sessions(SessionState.READ_COMMITTED),
                TableLayout.of("job_queue"),
                LeaseSettings.standard());
    }

    /** Milliseconds of that many claims of 100 rows, each of which has to be full, sorted. */
    static List<Double> claims(LeaseTable queue, int claims) {
        List<Double> millis = new ArrayList<>();
        for (int at = 0; at < claims; at++) {
            long start = System.nanoTime();
            int got = queue.claim(100).leases().size();
            millis.add((System.nanoTime() - start) / 1e6);
            if (got != 100) {
                throw new AssertionError("claim " + at + " got " + got + " rows");
            }
        }
        Collections.sort(millis);
        return millis;
    }

    static double median(List<Double> sorted) {
        return sorted.get(sorted.size() / 2);
    }
}

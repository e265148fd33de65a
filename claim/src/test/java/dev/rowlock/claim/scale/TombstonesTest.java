package dev.rowlock.claim.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.claim.ClaimAnswer;
import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.KeptConnections;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.awaitility.Awaitility;

/** An old snapshot keeps what claims leave behind in their index (facts section 2). */
class TombstonesTest {
    private static final int ROWS = 200_000;
    private static final String HISTORY =
            "SELECT COUNT FROM information_schema.INNODB_METRICS WHERE NAME = 'trx_rseg_history_len'";

    @EachServer(only = ServerKind.MYSQL_DEV)
    void doNotSlowClaimsThatGoOnFromACursor(TestDatabase database) throws SQLException {
        BigQueue.create(database, ROWS);
        try (KeptConnections connections = BigQueue.connections(database);
                Connection old = database.connect()) {
            openSnapshot(old);
            LeaseTable queue = BigQueue.open(connections);
            work(queue, 50); // warms up
            double first = work(queue, 100);
            work(queue, 1_600);
            double last = work(queue, 100);
            double fromStart = firstClaimOfAnotherProcess(connections);
            System.out.printf(
                    "claim of 100 with an old snapshot open: median %.2f ms at first, %.2f ms after %d rows; from the start %.1f ms%n",
                    first, last, 175_000, fromStart);
            assertThat(last).as("milliseconds of a claim, %.2f at first", first).isLessThan(3 * first + 1);
            assertThat(database.number(HISTORY))
                    .as("the tombstones are there: transactions that could not be purged")
                    .isGreaterThan(2_000);
        }
    }

    @EachServer
    void doNotHideRowsThatAppearBehindTheCursor(TestDatabase database) throws SQLException {
        BigQueue.create(database, 1_000);
        try (KeptConnections connections = BigQueue.connections(database)) {
            LeaseTable queue = BigQueue.open(connections);
            work(queue, 5);
            database.execute(
                    "INSERT INTO job_queue(id, status, available_at) VALUES (100000, 'ready', NOW() - INTERVAL 1 DAY)");
            long start = System.nanoTime();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(5))
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> takesRow(queue, 100_000));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
        }
    }

    private static boolean takesRow(LeaseTable queue, long id) {
        ClaimAnswer answer = queue.claim(1);
        return answer.leases().stream()
                .anyMatch(lease -> lease.key().parts().get(0).equals(id));
    }

    private static void openSnapshot(Connection connection) throws SQLException {
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT COUNT(*) FROM job_queue WHERE id = 1");
        }
    }

    /** Claims and completes; the median milliseconds of a claim. */
    private static double work(LeaseTable queue, int claims) {
        List<Double> millis = new ArrayList<>();
        for (int at = 0; at < claims; at++) {
            long start = System.nanoTime();
            List<Lease> leases = queue.claim(100).leases();
            millis.add((System.nanoTime() - start) / 1e6);
            queue.complete(leases);
        }
        Collections.sort(millis);
        return BigQueue.median(millis);
    }

    private static double firstClaimOfAnotherProcess(KeptConnections connections) {
        LeaseTable other = BigQueue.open(connections);
        long start = System.nanoTime();
        assertThat(other.claim(100).leases()).isNotEmpty();
        return (System.nanoTime() - start) / 1e6;
    }
}

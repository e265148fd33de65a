package dev.rowlock.claim.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.claim.LeaseTable;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.KeptConnections;
import dev.rowlock.testing.RowLocks;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Ten thousand rows at the front of the queue are held by other sessions (facts 1.2, 1.5). */
class HeldRowsTest {
    private static final int READY = 1_000_000;
    private static final int HELD = 10_000;
    private static final int HOLDERS = 10;

    @EachServer(only = ServerKind.MYSQL_DEV)
    void costAClaimNothingOnceTheyArePassedAndLeaveItNoLock(TestDatabase database) throws SQLException {
        BigQueue.create(database, READY);
        try (KeptConnections connections = BigQueue.connections(database)) {
            LeaseTable free = BigQueue.open(connections);
            BigQueue.claims(free, 50); // warms up
            double without = BigQueue.median(BigQueue.claims(free, 51));
            int taken = 101 * 100;
            List<Connection> holders = hold(database, taken);
            try {
                LeaseTable queue = BigQueue.open(connections);
                List<Double> claims = BigQueue.claims(queue, 51);
                double with = BigQueue.median(claims);
                System.out.printf(
                        "claim of 100 among %d ready, %d held: median %.2f ms, longest %.1f ms; none held: median %.2f ms%n",
                        READY, HELD, with, claims.get(claims.size() - 1), without);
                assertThat(with)
                        .as("milliseconds with held rows, against " + without + " without")
                        .isLessThan(3 * without + 1);
                assertThat(locksOfOneClaim(database, queue)).isLessThanOrEqualTo(2 * 100);
            } finally {
                for (Connection holder : holders) {
                    holder.close();
                }
            }
        }
    }

    /** From the start of the table, through all the rows that are held. */
    private static long locksOfOneClaim(TestDatabase database, LeaseTable queue) throws SQLException {
        try (Connection connection = database.connect()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            assertThat(queue.on(connection).claim(100).leases()).hasSize(100);
            RowLocks locks = database.locks(connection);
            connection.rollback();
            return locks.count();
        }
    }

    private static List<Connection> hold(TestDatabase database, int after) throws SQLException {
        List<Connection> holders = new ArrayList<>();
        int each = HELD / HOLDERS;
        for (int at = 0; at < HOLDERS; at++) {
            Connection holder = database.connect();
            holders.add(holder);
            holder.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            holder.setAutoCommit(false);
            int from = after + at * each;
            try (Statement statement = holder.createStatement()) {
                statement.execute(
                        "SELECT id FROM job_queue WHERE id > " + from + " AND id <= " + (from + each) + " FOR UPDATE");
            }
        }
        return holders;
    }
}

package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.fixture.Client;
import dev.rowlock.mysql.fixture.PoolOfOne;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.Driver;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;

/** A statement of more than {@code max_allowed_packet}, here 1 MB. */
final class PacketTooLargeTest {
    private static final int LIMIT = 1 << 20;
    private static final String SERVER_PREPARED = "&useServerPrepStmts=true";

    private final AtomicInteger runs = new AtomicInteger();

    @EachServer(drivers = Drivers.BOTH, sharing = Sharing.DEDICATED, options = "--max-allowed-packet=1M")
    void isToldApartAndNotTriedAgain(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, v LONGBLOB NULL)", "INSERT INTO t VALUES (1, NULL)");
        try (Connection connection = database.connect()) {
            assertThat(ServerFacts.read(connection, Clock.systemUTC()).maxAllowedPacket())
                    .isEqualTo(LIMIT);
        }
        if (database.driver() == Driver.CONNECTOR_J) {
            // Asks the server for its limit when it connects.
            assertTooLarge(database, "");
            assertTooLarge(database, SERVER_PREPARED);
        } else {
            // Has to be told, else it sends, and the server hangs up.
            String limit = "&maxAllowedPacket=" + LIMIT;
            assertTooLarge(database, limit);
            assertTooLarge(database, limit + SERVER_PREPARED);
            assertLostOrTooLarge(database, "");
        }
        assertThat(database.column("SELECT v FROM t")).containsExactly((String) null);
    }

    /** Through a pool of one, whose next borrower gets answers to its own questions. */
    private void assertTooLarge(TestDatabase database, String options) throws SQLException {
        try (PoolOfOne pool = new PoolOfOne(database, database.url() + options)) {
            runs.set(0);
            assertThatThrownBy(() -> write(pool, 2 * LIMIT)).isInstanceOfSatisfying(StoreException.class, failed -> {
                assertThat(failed.failure()).isEqualTo(Failure.PACKET_TOO_LARGE);
                assertThat(failed.code()).isEqualTo(ErrorCode.TOO_LARGE);
            });
            assertThat(runs).hasValue(1);
            String answer = Transactions.of(pool)
                    .inTransaction(Isolation.READ_COMMITTED, connection -> one(connection, "SELECT 'mine'"));
            assertThat(answer).isEqualTo("mine");
            assertThat(one(pool.physical(), "SELECT 'also mine'")).isEqualTo("also mine");
        }
    }

    /** The client sees the reason only if it reads before the connection breaks; nothing was written either way. */
    private void assertLostOrTooLarge(TestDatabase database, String options) {
        Connections connections = () -> Client.connect(database, database.url() + options);
        assertThatThrownBy(() -> write(connections, 2 * LIMIT))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        failed -> assertThat(failed.failure()).isIn(Failure.CONNECTION, Failure.PACKET_TOO_LARGE));
    }

    private int write(Connections connections, int bytes) {
        return Transactions.of(connections).inTransaction(Isolation.READ_COMMITTED, connection -> {
            runs.incrementAndGet();
            try (PreparedStatement update = connection.prepareStatement("UPDATE t SET v = ? WHERE id = 1")) {
                update.setBytes(1, new byte[bytes]);
                return update.executeUpdate();
            }
        });
    }

    private static String one(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }
}

package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.fixture.ShortLine;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A connection that breaks at any byte of a conversation is a lost connection, whatever the driver calls it (facts 5.7). */
@EachServer(drivers = Drivers.BOTH)
final class CutAnywhereTest {
    /** Not a divisor of anything: over a conversation it meets heads of packets, their middles and their ends. */
    private static final int STEP = 7;

    private static final int LONGEST = 100_000;

    @BeforeEach
    void createsRows(TestDatabase database) {
        database.execute(
                "CREATE TABLE t (id INT PRIMARY KEY, v INT NOT NULL, filler VARCHAR(100) NOT NULL)",
                "INSERT INTO t VALUES (1, 0, REPEAT('x', 100)), (2, 0, REPEAT('y', 100)), (3, 0, '')");
    }

    @Test
    void itIsAConnectionFailureWhereverItBreaks(TestDatabase database) throws SQLException {
        for (ShortLine.End end : ShortLine.End.values()) {
            int bytes = 0;
            SQLException broken = conversation(database, bytes, end);
            while (broken != null) {
                assertThat(Failure.of(broken))
                        .as(
                                "%s after %d bytes: %s, caused by %s",
                                end, bytes, StoreException.describe(broken), broken.getCause())
                        .isEqualTo(Failure.CONNECTION);
                bytes += STEP;
                assertThat(bytes).isLessThan(LONGEST);
                broken = conversation(database, bytes, end);
            }
            assertThat(bytes).isGreaterThan(400);
        }
    }

    /** Logs in, reads, changes and commits; what broke it, or nothing when it was short enough for the line. */
    private static @Nullable SQLException conversation(TestDatabase database, int bytes, ShortLine.End end) {
        try (ShortLine line = ShortLine.to(database.port(), bytes, end)) {
            try (Connection connection = database.driver().connect(database.urlThrough(line.port()));
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                try (ResultSet rows = statement.executeQuery("SELECT id, v, filler FROM t ORDER BY id FOR UPDATE")) {
                    while (rows.next()) {
                        rows.getString(3);
                    }
                }
                statement.executeUpdate("UPDATE t SET v = v + 1");
                connection.commit();
                return null;
            } catch (SQLException failed) {
                return failed;
            }
        }
    }
}

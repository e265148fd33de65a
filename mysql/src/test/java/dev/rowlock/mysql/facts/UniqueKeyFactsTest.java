package dev.rowlock.mysql.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.fixture.Client;
import dev.rowlock.mysql.fixture.Pending;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Three inserts of one unique key, of which the first rolls back (facts 3.4). */
@EachServer
final class UniqueKeyFactsTest {
    @Test
    void oneOfTheOtherTwoIsTheVictimOfADeadlock(TestDatabase database) throws SQLException {
        assertOneVictim(database, Isolation.REPEATABLE_READ, "INSERT INTO t VALUES (7, 0)");
    }

    @Test
    void alsoUnderReadCommitted(TestDatabase database) throws SQLException {
        assertOneVictim(database, Isolation.READ_COMMITTED, "INSERT INTO t VALUES (7, 0)");
    }

    @Test
    void alsoWithInsertIgnore(TestDatabase database) throws SQLException {
        assertOneVictim(database, Isolation.READ_COMMITTED, "INSERT IGNORE INTO t VALUES (7, 0)");
    }

    @Test
    void alsoWithOnDuplicateKeyUpdate(TestDatabase database) throws SQLException {
        assertOneVictim(
                database, Isolation.READ_COMMITTED, "INSERT INTO t VALUES (7, 0) ON DUPLICATE KEY UPDATE v = v + 1");
    }

    private static void assertOneVictim(TestDatabase database, Isolation isolation, String insert) throws SQLException {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT NOT NULL)");
        try (Client first = Client.of(database, isolation);
                Client second = Client.of(database, isolation);
                Client third = Client.of(database, isolation)) {
            first.run(insert);
            Pending two = second.start(insert).awaitLockWait();
            Pending three = third.start(insert).awaitLockWait();
            first.rollback();
            assertThat(Stream.of(two, three).map(pending -> pending.end().errorNumber()))
                    .containsExactlyInAnyOrder(0, ServerError.ER_LOCK_DEADLOCK);
        }
    }
}

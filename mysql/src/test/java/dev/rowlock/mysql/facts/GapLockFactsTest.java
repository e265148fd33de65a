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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A locking read of a row that is not there (facts 3.5). */
@EachServer
final class GapLockFactsTest {
    private static final String MISSING = "SELECT id FROM t WHERE id = %d FOR UPDATE";
    private static final String INSERT = "INSERT INTO t VALUES (%d)";

    @BeforeEach
    void createsRowsWithAGapBetween(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1), (100)");
    }

    @Test
    void underRepeatableReadItLocksTheGapAgainstInserts(TestDatabase database) throws SQLException {
        try (Client reader = Client.of(database, Isolation.REPEATABLE_READ);
                Client writer = Client.of(database, Isolation.READ_COMMITTED)) {
            assertThat(reader.run(MISSING.formatted(50))).isZero();
            Pending insert = writer.start(INSERT.formatted(60)).awaitLockWait();
            reader.rollback();
            assertThat(insert.end().rows()).isEqualTo(1);
        }
    }

    @Test
    void underRepeatableReadTwoSuchReadsAndTwoInsertsDeadlock(TestDatabase database) throws SQLException {
        try (Client one = Client.of(database, Isolation.REPEATABLE_READ);
                Client two = Client.of(database, Isolation.REPEATABLE_READ)) {
            assertThat(one.run(MISSING.formatted(50))).isZero();
            assertThat(two.run(MISSING.formatted(60))).isZero(); // gap locks do not exclude each other
            Pending first = one.start(INSERT.formatted(50)).awaitLockWait();
            Pending second = two.start(INSERT.formatted(60));
            assertThat(Stream.of(first, second).map(pending -> pending.end().errorNumber()))
                    .containsExactlyInAnyOrder(0, ServerError.ER_LOCK_DEADLOCK);
        }
    }

    @Test
    void underReadCommittedItLocksNothing(TestDatabase database) throws SQLException {
        try (Client one = Client.of(database, Isolation.READ_COMMITTED);
                Client two = Client.of(database, Isolation.READ_COMMITTED)) {
            assertThat(one.run(MISSING.formatted(50))).isZero();
            assertThat(two.run(MISSING.formatted(60))).isZero();
            assertThat(one.run(INSERT.formatted(50))).isEqualTo(1);
            assertThat(two.run(INSERT.formatted(60))).isEqualTo(1);
            one.commit();
            two.commit();
        }
    }
}

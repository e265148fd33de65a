package dev.rowlock.batch.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.batch.Counts;
import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.CutProxy;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Moment;
import dev.rowlock.testing.SentStatement;
import dev.rowlock.testing.TestDatabase;
import dev.rowlock.testing.Tripwire;
import dev.rowlock.testing.Watch;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Facts 3 and 5.7: whatever a chunk meets, its rows are changed once and its checkpoint says so. */
@EachServer
final class LostChunkTest {
    private static final int ROWS = 90;
    private static final int MATCHING = 60;

    /** Each chunk is ten rows that match; 1 and 2 are held while the scan passes. */
    private static void work(TestDatabase database, ChunkBench bench) throws SQLException {
        try (Connection online = ChunkBench.connect(database);
                Statement hold = online.createStatement()) {
            hold.execute("UPDATE orders SET note = 'mine' WHERE id IN (1, 2)");
            while (bench.shard().phase() == Shard.Phase.SCAN) {
                bench.scan(100, 10);
            }
            online.rollback();
        }
        while (bench.shard().phase() == Shard.Phase.REVISIT) {
            bench.round(10);
        }
        assertThat(bench.shard().counts()).isEqualTo(new Counts(ROWS, MATCHING, MATCHING, 0, 0));
        assertThat(database.number("SELECT COUNT(*) FROM orders WHERE n <> IF(status = 'PENDING', 1, 0)"))
                .isZero();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_batch_held")).isZero();
    }

    @ParameterizedTest
    @EnumSource(Moment.class)
    void aCommitWhoseAnswerIsLostHappenedOnceOrIsDoneAgain(Moment moment, TestDatabase database) throws SQLException {
        Orders.create(database, ROWS);
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            ChunkBench bench = ChunkBench.take(Connections.through(network, database), Orders.counting());
            Tripwire first = network.cut(moment, "COMMIT", 2);
            Tripwire another = network.cut(moment, "COMMIT", 5);
            Tripwire revisit = network.cut(moment, "COMMIT", 8);
            work(database, bench);
            assertThat(first.happened() && another.happened() && revisit.happened())
                    .isTrue();
        }
    }

    /** The connection is killed just before the first, the second ... statement of all that are sent. */
    @Test
    void aConnectionThatIsKilledAtAnyStatementCostsNothingButTime(TestDatabase database) throws SQLException {
        Orders.create(database, ROWS);
        for (int at = 1; ; at++) {
            database.execute("UPDATE orders SET n = 0");
            Trouble trouble = new Trouble(at, (statement, connection) -> kill(database, connection));
            ChunkBench bench = ChunkBench.take(Connections.to(database).watched(trouble), Orders.counting());
            trouble.arm();
            work(database, bench);
            if (trouble.toGo > 0) {
                assertThat(at).isGreaterThan(40);
                return;
            }
            at += 3; // each kind of statement comes up at several places
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1213, 1205})
    void aRefusedStatementStartsTheChunkAgain(int number, TestDatabase database) throws SQLException {
        Orders.create(database, ROWS);
        for (int at = 1; at <= 8; at++) {
            database.execute("UPDATE orders SET n = 0");
            Trouble trouble = new Trouble(at, (statement, connection) -> {
                if (!statement.sql().equals("ROLLBACK")) {
                    throw new SQLException("refused by the test", "40001", number);
                }
            });
            ChunkBench bench = ChunkBench.take(Connections.to(database).watched(trouble), Orders.counting());
            trouble.arm();
            work(database, bench);
            assertThat(trouble.toGo).isLessThanOrEqualTo(0);
        }
    }

    @Test
    void aWorkerThatWasStoppedBeyondItsLeaseWritesNothingMore(TestDatabase database) throws SQLException {
        Orders.create(database, ROWS);
        ChunkBench paused = ChunkBench.take(database, Orders.counting());
        paused.scan(100, 10);
        database.execute("UPDATE rowlock_batch_shard SET lease_until = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND");
        assertThatThrownBy(() -> paused.scan(100, 10)).isInstanceOf(LeaseGone.class);
        ChunkBench other = paused.takenOverBy(database.dataSource());
        other.scan(100, 10);
        assertThatThrownBy(() -> paused.scan(100, 10)).isInstanceOf(LeaseGone.class);
        assertThat(other.shard().counts().changed()).isEqualTo(20);
        assertThat(database.number("SELECT COUNT(*) FROM orders WHERE n = 1")).isEqualTo(20);
        work(database, other);
        assertThatThrownBy(() -> paused.round(10)).isInstanceOf(LeaseGone.class);
        assertThat(database.number("SELECT COUNT(*) FROM orders WHERE n > 1")).isZero();
    }

    /** While its COMMIT is under way nobody can take the shard, however long that takes. */
    @Test
    void aShardWhoseCheckpointIsWrittenCannotBeTaken(TestDatabase database) throws SQLException {
        Orders.create(database, ROWS);
        ChunkBench bench = ChunkBench.take(database, Orders.counting());
        database.execute("UPDATE rowlock_batch_shard SET lease_until = UTC_TIMESTAMP(6) + INTERVAL 1 SECOND");
        try (Connection slow = ChunkBench.connect(database)) {
            bench.open(slow, 100, 10);
            bench.claims().reclaim();
            assertThat(bench.claims().shard(bench.run(), 0)).isEmpty();
            slow.commit();
        }
        assertThat(database.number("SELECT COUNT(*) FROM orders WHERE n = 1")).isEqualTo(10);
        assertThat(database.number("SELECT changed FROM rowlock_batch_shard")).isEqualTo(10);
    }

    private static void kill(TestDatabase database, Connection connection) throws SQLException {
        try (Statement ask = connection.createStatement();
                ResultSet row = ask.executeQuery("SELECT CONNECTION_ID()")) {
            row.next();
            database.execute("KILL " + row.getLong(1));
        }
    }

    /** Comes before one statement, counted from when it is armed. */
    private static final class Trouble implements Watch {
        private final Watch what;
        private final int at;
        private int toGo;

        Trouble(int at, Watch what) {
            this.at = at;
            this.what = what;
        }

        void arm() {
            toGo = at;
        }

        @Override
        public void before(SentStatement statement, Connection connection) throws SQLException {
            if (toGo-- == 1) {
                what.before(statement, connection);
            }
        }
    }
}

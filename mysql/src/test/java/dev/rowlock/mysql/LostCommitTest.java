package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.fixture.Client;
import dev.rowlock.mysql.fixture.PoolOfOne;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.CutProxy;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Moment;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The connection is lost during COMMIT (facts 3.3): before the server saw it, or after it had answered. */
@EachServer(drivers = Drivers.BOTH)
final class LostCommitTest {
    private static final RetryPolicy ONCE = new RetryPolicy(1, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(10));

    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger readBacks = new AtomicInteger();

    @BeforeEach
    void createsARowThatNobodyOwns(TestDatabase database) {
        database.execute(
                "CREATE TABLE t (id INT PRIMARY KEY, owner VARCHAR(10) NULL)", "INSERT INTO t VALUES (1, NULL)");
    }

    @Test
    void aCommitThatWasAnsweredIsFoundAndNotRunAgain(TestDatabase database) {
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            assertThat(take(
                            Connections.through(network, database),
                            RetryPolicy.standard(),
                            losing(network, Moment.AFTER_THE_ANSWER),
                            this::whoseIsIt))
                    .isEqualTo("mine");
        }
        assertThat(runs).hasValue(1);
        assertThat(readBacks).hasValue(1);
        assertThat(database.column("SELECT owner FROM t")).containsExactly("mine");
    }

    @Test
    void aCommitTheServerNeverSawIsRunAgain(TestDatabase database) {
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            assertThat(take(
                            Connections.through(network, database),
                            RetryPolicy.standard(),
                            losing(network, Moment.BEFORE_THE_SERVER),
                            this::whoseIsIt))
                    .isEqualTo("mine");
        }
        assertThat(runs).hasValue(2);
        assertThat(readBacks).hasValue(1);
        assertThat(database.column("SELECT owner FROM t")).containsExactly("mine");
    }

    @Test
    void withoutRetriesACommitTheServerNeverSawIsAConnectionFailure(TestDatabase database) {
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            assertThatThrownBy(() -> take(
                            Connections.through(network, database),
                            ONCE,
                            losing(network, Moment.BEFORE_THE_SERVER),
                            this::whoseIsIt))
                    .isInstanceOfSatisfying(StoreException.class, failed -> {
                        assertThat(failed.failure()).isEqualTo(Failure.CONNECTION);
                        assertThat(failed.code()).isEqualTo(ErrorCode.UNREACHABLE);
                        assertThat(failed).hasMessageContaining("not committed");
                    });
        }
        assertThat(database.column("SELECT owner FROM t")).containsExactly((String) null);
    }

    /** Nothing can be read back: the caller is told that it is unknown, and the body is not run again over what may have happened. */
    @Test
    void anUnknownOutcomeIsSaidToBeSoAndNotRunAgain(TestDatabase database) {
        for (Moment moment : Moment.values()) {
            runs.set(0);
            try (CutProxy network = CutProxy.inFrontOf(database)) {
                assertThatThrownBy(() -> take(
                                Connections.through(network, database),
                                RetryPolicy.standard(),
                                losing(network, moment),
                                ReadBack.impossible()))
                        .isInstanceOfSatisfying(StoreException.class, failed -> {
                            assertThat(failed.failure()).isEqualTo(Failure.COMMIT_UNKNOWN);
                            assertThat(failed.code()).isEqualTo(ErrorCode.COMMIT_UNKNOWN);
                            assertThat(failed).hasMessageContaining("does not tell");
                        });
            }
            assertThat(runs).hasValue(1);
        }
    }

    @Test
    void aReadBackThatMeetsABrokenConnectionAsksAgain(TestDatabase database) {
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            network.cut(Moment.BEFORE_THE_SERVER, "FOR UPDATE");
            assertThat(take(
                            Connections.through(network, database),
                            ONCE,
                            losing(network, Moment.AFTER_THE_ANSWER),
                            this::whoseIsIt))
                    .isEqualTo("mine");
        }
        assertThat(readBacks).hasValue(2);
    }

    @Test
    void aServerThatStaysAwayLongerThanThePatienceLeavesTheOutcomeUnknown(TestDatabase database) {
        RetryPolicy impatient = new RetryPolicy(5, Duration.ofMillis(1), Duration.ofMillis(5), Duration.ofMillis(50));
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            Connections gone = () -> {
                if (runs.get() == 1) {
                    network.partition();
                }
                return Client.connect(database, database.urlThrough(network.port()));
            };
            assertThatThrownBy(() -> take(gone, impatient, losing(network, Moment.AFTER_THE_ANSWER), this::whoseIsIt))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            failed -> assertThat(failed.failure()).isEqualTo(Failure.COMMIT_UNKNOWN));
        }
        assertThat(runs).hasValue(1);
        assertThat(readBacks).hasValue(0);
    }

    /** The read-back takes locks, reads COMMITTED and leaves nothing behind. */
    @Test
    void theReadBackIsRolledBack(TestDatabase database) {
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            take(
                    Connections.through(network, database),
                    ONCE,
                    losing(network, Moment.AFTER_THE_ANSWER),
                    (connection, result) -> {
                        assertThat(connection.getAutoCommit()).isFalse();
                        execute(connection, "UPDATE t SET owner = 'readback' WHERE id = 1");
                        return CommitVerdict.COMMITTED;
                    });
        }
        assertThat(database.column("SELECT owner FROM t WHERE id = 1 FOR UPDATE"))
                .containsExactly("mine");
    }

    /** Each call takes one connection at a time: the lost one is given back before another is asked for. */
    @Test
    void aPoolOfOneConnectionIsEnough(TestDatabase database) throws SQLException {
        try (CutProxy network = CutProxy.inFrontOf(database);
                PoolOfOne pool = new PoolOfOne(database, database.urlThrough(network.port()))) {
            assertThat(take(pool, ONCE, losing(network, Moment.AFTER_THE_ANSWER), this::whoseIsIt))
                    .isEqualTo("mine");
        }
        assertThat(readBacks).hasValue(1);
    }

    /** KILL before COMMIT was sent looks the same to the client as a lost COMMIT; reading back tells. */
    @Test
    void aConnectionKilledBeforeItsCommitIsRunAgain(TestDatabase database) {
        String owner = Transactions.of(database.dataSource())
                .inTransaction(
                        Isolation.READ_COMMITTED,
                        connection -> {
                            execute(connection, "UPDATE t SET owner = 'mine' WHERE id = 1");
                            if (runs.incrementAndGet() == 1) {
                                database.execute("KILL " + one(connection, "SELECT CONNECTION_ID()"));
                            }
                            return "mine";
                        },
                        this::whoseIsIt);
        assertThat(owner).isEqualTo("mine");
        assertThat(runs).hasValue(2);
        assertThat(readBacks).hasValue(1);
        assertThat(database.column("SELECT owner FROM t")).containsExactly("mine");
    }

    /** The first COMMIT gets lost; armed when the body has run, since "autocommit" would be met, too. */
    private Runnable losing(CutProxy network, Moment moment) {
        return () -> {
            if (runs.incrementAndGet() == 1) {
                network.cut(moment, "COMMIT");
            }
        };
    }

    private String take(Connections connections, RetryPolicy retry, Runnable beforeCommit, ReadBack<String> readBack) {
        return Transactions.of(connections)
                .retry(retry)
                .inTransaction(
                        Isolation.READ_COMMITTED,
                        connection -> {
                            execute(connection, "UPDATE t SET owner = 'mine' WHERE id = 1");
                            beforeCommit.run();
                            return "mine";
                        },
                        readBack);
    }

    private CommitVerdict whoseIsIt(Connection connection, String mine) throws SQLException {
        readBacks.incrementAndGet();
        String owner = one(connection, "SELECT COALESCE(owner, '') FROM t WHERE id = 1 FOR UPDATE");
        return owner.equals(mine) ? CommitVerdict.COMMITTED : CommitVerdict.NOT_COMMITTED;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String one(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }
}

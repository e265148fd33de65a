package dev.rowlock.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

final class CutProxyTest {
    @EachServer(drivers = Drivers.BOTH)
    void aCommitCutBeforeTheServerIsUndone(TestDatabase database) throws SQLException {
        assertThat(rowsAfterLosing(database, Moment.BEFORE_THE_SERVER)).isZero();
    }

    @EachServer(drivers = Drivers.BOTH)
    void aCommitCutAfterTheAnswerStands(TestDatabase database) throws SQLException {
        assertThat(rowsAfterLosing(database, Moment.AFTER_THE_ANSWER)).isEqualTo(1);
    }

    private static long rowsAfterLosing(TestDatabase database, Moment moment) throws SQLException {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        try (CutProxy network = CutProxy.inFrontOf(database);
                Connection connection = connect(database, network)) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("INSERT INTO t VALUES (1)");
                Tripwire lost = network.cut(moment, "commit");
                assertThatThrownBy(connection::commit)
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                failure -> assertThat(failure.getSQLState()).startsWith("08"));
                assertThat(lost.happened()).isTrue();
            }
        }
        // The server undoes the transaction once it notices that its client has gone.
        await().until(() -> database.column("SELECT 1 FROM information_schema.INNODB_TRX t"
                        + " JOIN information_schema.PROCESSLIST p ON p.ID = t.trx_mysql_thread_id"
                        + " WHERE p.DB = '" + database.schema() + "' AND p.ID <> CONNECTION_ID()")
                .isEmpty());
        return database.number("SELECT COUNT(*) FROM t");
    }

    @EachServer(drivers = Drivers.BOTH)
    void cutsTheStatementThatIsCountedTo(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        try (CutProxy network = CutProxy.inFrontOf(database);
                Connection connection = connect(database, network);
                Statement statement = connection.createStatement()) {
            Tripwire third = network.cut(Moment.BEFORE_THE_SERVER, "INSERT INTO t", 3);
            statement.executeUpdate("INSERT INTO t VALUES (1)");
            statement.executeUpdate("INSERT INTO t VALUES (2)");
            assertThat(third.happened()).isFalse();
            assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO t VALUES (3)"))
                    .isInstanceOf(SQLException.class);
        }
        assertThat(database.number("SELECT COUNT(*) FROM t")).isEqualTo(2);
    }

    @EachServer(drivers = Drivers.BOTH)
    void aFrozenStatementGoesOnAfterTheThaw(TestDatabase database) throws Exception {
        try (CutProxy network = CutProxy.inFrontOf(database);
                Connection connection = connect(database, network);
                Statement statement = connection.createStatement()) {
            Tripwire frozen = network.freeze(Moment.AFTER_THE_ANSWER, "SELECT 42");
            CompletableFuture<Boolean> answer = CompletableFuture.supplyAsync(() -> {
                try {
                    return statement.execute("SELECT 42");
                } catch (SQLException failed) {
                    throw new IllegalStateException(failed);
                }
            });
            assertThat(frozen.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(answer).isNotDone();
            network.thaw();
            assertThat(answer).succeedsWithin(Duration.ofSeconds(10));
        }
    }

    @EachServer(drivers = Drivers.BOTH)
    void aPartitionRefusesNewConnectionsUntilItEnds(TestDatabase database) throws SQLException {
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            try (Connection connection = connect(database, network)) {
                network.partition();
                assertThat(connection.isValid(1)).isFalse();
            }
            assertThatThrownBy(() -> connect(database, network)).isInstanceOf(SQLException.class);
            network.restore();
            try (Connection connection = connect(database, network)) {
                assertThat(connection.isValid(1)).isTrue();
            }
        }
    }

    private static Connection connect(TestDatabase database, CutProxy network) throws SQLException {
        return database.driver().load().connect(database.urlThrough(network.port()), new Properties());
    }
}

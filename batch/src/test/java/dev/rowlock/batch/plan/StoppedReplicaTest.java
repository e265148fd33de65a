package dev.rowlock.batch.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.BatchWorker;
import dev.rowlock.batch.ChunkBounds;
import dev.rowlock.batch.Counts;
import dev.rowlock.batch.GuardRule;
import dev.rowlock.batch.RunState;
import dev.rowlock.batch.WorkerSettings;
import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.embedded.EmbeddedServer;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.TableName;
import dev.rowlock.pacing.Limit;
import dev.rowlock.pacing.RateSetting;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * A replica whose lag is watched. It stops applying in the middle of a run, which halves the rate; then its replication stops, which is not taken for a lag of 0 (facts
 * 5.6). It applies one table, and none of those that the batch writes.
 */
final class StoppedReplicaTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String BEATS = "beats";
    private static final int ROWS = 30_000;

    @EachServer(only = ServerKind.MYSQL_DEV, sharing = Sharing.DEDICATED)
    void theRunHalvesWhenItLagsGoesNoFasterWhenItStopsAndLosesNothing(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, ROWS);
        try (EmbeddedServer replica = EmbeddedServer.of(ServerKind.MYSQL_DEV)
                .options("--server-id=2", "--replicate-wild-do-table=%." + BEATS)
                .start()) {
            beats(replica, database);
            follow(replica, database);
            long run = orders.batches()
                    .start(BatchPlan.builder(TableName.of("orders"), "status = 'PENDING'", new Action.Set("n = n + 1"))
                            .guard(new GuardRule(
                                    GuardRule.Kind.REPLICA_LAG, replica.jdbcUrl("test"), Limit.parse("2s")))
                            .rate(RateSetting.rows(1_000))
                            .chunk(ChunkBounds.usual().withRows(20))
                            .build());
            try (BatchWorker worker =
                    orders.batches().join(run, WorkerSettings.standard()).start()) {
                await().atMost(PATIENCE)
                        .until(() -> orders.batches().status(run).counts().changed() > 100);
                assertThat(orders.batches().status(run).rate()).isEqualTo(1_000);
                try (Connection session = DriverManager.getConnection(replica.jdbcUrl(database.schema()));
                        Statement lock = session.createStatement()) {
                    lock.execute("LOCK TABLES " + BEATS + " WRITE");
                    database.execute("UPDATE " + BEATS + " SET n = n + 1");
                    await().atMost(PATIENCE)
                            .untilAsserted(() -> assertThat(orders.batches().events(run, 0, 1_000))
                                    .anySatisfy(event -> {
                                        assertThat(event.kind()).isEqualTo("halve");
                                        assertThat(event.reason())
                                                .startsWith("lag of replica ")
                                                .contains(" > 2", "rate halved 1000 -> 500");
                                    }));
                    assertThat(orders.batches().status(run).rate()).isLessThanOrEqualTo(500);
                }
                await().atMost(PATIENCE)
                        .until(() -> !orders.batches().status(run).rateReason().contains("s > 2.0s"));
                on(replica, "STOP REPLICA SQL_THREAD");
                await().atMost(PATIENCE)
                        .until(() -> orders.batches().status(run).rateReason().contains("replication is stopped"));
                assertThat(orders.batches().status(run).state()).isEqualTo(RunState.RUNNING);
                assertThat(orders.batches().status(run).rate()).isLessThanOrEqualTo(1_000);
                on(replica, "START REPLICA");
                await().atMost(PATIENCE)
                        .until(() -> !orders.batches().status(run).rateReason().contains("replication is stopped"));
                orders.batches().rate(run, RateSetting.rows(100_000));
                assertThat(worker.await(PATIENCE)).isTrue();
            }
            assertThat(orders.batches().status(run).state()).isEqualTo(RunState.DONE);
            assertThat(orders.batches().status(run).counts()).isEqualTo(new Counts(ROWS, 20_000, 20_000, 0, 0));
            assertThat(orders.number("SELECT COUNT(*) FROM orders WHERE n <> IF(status = 'PENDING', 1, 0)"))
                    .isZero();
        }
    }

    private static void beats(EmbeddedServer replica, TestDatabase database) throws SQLException {
        String table = "CREATE TABLE " + BEATS + " (id INT PRIMARY KEY, n INT NOT NULL)";
        String row = "INSERT INTO " + BEATS + " VALUES (1, 0)";
        database.execute(table, row);
        on(replica, "CREATE SCHEMA " + database.schema(), "USE " + database.schema(), table, row);
    }

    private static void follow(EmbeddedServer replica, TestDatabase database) throws SQLException {
        String file;
        long position;
        try (Connection source = database.connect();
                Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery("SHOW BINARY LOG STATUS")) {
            row.next();
            file = row.getString(1);
            position = row.getLong(2);
        }
        on(
                replica,
                "CHANGE REPLICATION SOURCE TO SOURCE_HOST = '127.0.0.1', SOURCE_PORT = " + database.port()
                        + ", SOURCE_USER = 'root', SOURCE_PASSWORD = '', GET_SOURCE_PUBLIC_KEY = 1, SOURCE_LOG_FILE = '"
                        + file
                        + "', SOURCE_LOG_POS = " + position,
                "START REPLICA");
    }

    private static void on(EmbeddedServer server, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.jdbcUrl("test"));
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}

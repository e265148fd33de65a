package dev.rowlock.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;

/** Keys that are points in time, in a zone that has an hour twice. */
final class TimestampKeyTest {
    /** 2025-10-26 02:30 comes twice in Berlin, and reads the same both times. */
    @EachServer(only = ServerKind.MYSQL_DEV, sharing = Sharing.DEDICATED)
    void aTimestampInTheKeyIsRefusedWhereAnHourComesTwice(TestDatabase database) throws InterruptedException {
        database.execute(
                "INSERT INTO mysql.time_zone (Time_zone_id, Use_leap_seconds) VALUES (9000, 'N')",
                "INSERT INTO mysql.time_zone_name VALUES ('Test/Berlin', 9000)",
                "INSERT INTO mysql.time_zone_transition_type VALUES (9000, 0, 3600, 0, 'CET'), (9000, 1, 7200, 1, 'CEST')",
                "INSERT INTO mysql.time_zone_transition VALUES (9000, 1743296400, 1), (9000, 1761440400, 0)",
                "CREATE TABLE moments (at TIMESTAMP NOT NULL PRIMARY KEY, status VARCHAR(16) NOT NULL, n INT NOT NULL DEFAULT 0) ENGINE=InnoDB",
                "INSERT INTO moments (at, status) VALUES (FROM_UNIXTIME(1761438600), 'PENDING'), (FROM_UNIXTIME(1761442200), 'PENDING')");
        Connections berlin = Connections.to(database).after("SET time_zone = 'Test/Berlin'");
        BatchPlan plan = BatchPlan.builder(TableName.of("moments"), "status = 'PENDING'", new Action.Set("n = n + 1"))
                .guard(GuardRule.none())
                .build();
        Batches there = Batches.of(Transactions.of(berlin));
        assertThatThrownBy(() -> there.plan(plan))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("TIMESTAMP", "Test/Berlin", "time_zone='+00:00'");
        assertThatThrownBy(() -> there.start(plan)).isInstanceOf(ConfigurationException.class);
        Batches utc = Batches.of(Transactions.of(Connections.to(database).after("SET time_zone = '+00:00'")));
        long run = utc.start(plan);
        try (BatchWorker worker = utc.join(run, WorkerSettings.standard()).start()) {
            assertThat(worker.await(Duration.ofSeconds(60))).isTrue();
        }
        assertThat(utc.status(run).counts()).isEqualTo(new Counts(2, 2, 2, 0, 0));
        assertThat(database.number("SELECT SUM(n) FROM moments")).isEqualTo(2);
        // A run that was begun in UTC is not gone on with from a session that would lose half of the hour.
        long begun = utc.start(plan);
        assertThatThrownBy(() -> there.join(begun, WorkerSettings.standard()))
                .isInstanceOf(ConfigurationException.class);
    }
}

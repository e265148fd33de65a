package dev.rowlock.diagnose.collision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.rowlock.binlog.LogAddress;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.TableName;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** The rate is within a tenth of what the traffic's own log says. */
final class CollisionProbeTest {
    private static final TableName TABLE = TableName.of("t_order");
    private static final BatchPredicate OVERDUE =
            new BatchPredicate(OnlineTraffic.PREDICATE, Map.of("cutoff", OnlineTraffic.CUTOFF));
    private static final int ROWS = 45_000;

    private static CollisionProbe withLog(TestDatabase database) {
        return CollisionProbe.of(database.dataSource()).rowEvents(LogAddress.ofJdbc(database.url(), null, null));
    }

    @EachServer(
            only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_SYSTEM},
            sharing = Sharing.DEDICATED,
            options = "--binlog-format=ROW")
    void rowEventsGiveTheRateThatTheTrafficsLogGives(TestDatabase database) throws SQLException {
        OnlineTraffic.load(database, ROWS);
        long before = OnlineTraffic.overdue(database);
        try (OnlineTraffic traffic = OnlineTraffic.start(database, ROWS, 320, 0.4)) {
            CollisionReport report = withLog(database).run(TABLE, OVERDUE, Duration.ofSeconds(4));
            Set<Long> hot = traffic.hotRows(report.window());
            double truth = (double) hot.size() / before;
            assertThat(report.source()).isEqualTo(Source.ROW_EVENTS);
            assertThat(report.rate().value()).isCloseTo(truth, withinPercentage(10));
            assertThat(truth).isBetween(report.rate().low(), report.rate().high());
            assertThat(report.verdict()).isEqualTo(Verdict.TOO_HIGH);
            assertThat(report.notes()).isEmpty();
            // The oldest orders are the first by key: all of it happens there.
            CollisionSlice first = report.slices().get(0);
            assertThat(report.slices()).hasSizeBetween(10, 20);
            assertThat(report.worst()).contains(first);
            assertThat(first.collisions().value()
                            + report.slices().get(1).collisions().value())
                    .isGreaterThan(0.95 * report.collisions().value());
            assertThat(report.slices().stream()
                            .mapToDouble(slice -> slice.rows().value())
                            .sum())
                    .isEqualTo(report.rows().value());
            assertThat(report.rows().value()).isCloseTo((double) before, withinPercentage(3));
            assertThat(report.rowsWritten().orElseThrow())
                    .isGreaterThan((long) report.collisions().value());
        }
    }

    @EachServer(only = ServerKind.MARIADB_11_4)
    void aTimeColumnGivesTheRateThatTheTrafficsLogGives(TestDatabase database) throws SQLException {
        OnlineTraffic.load(database, ROWS);
        long before = OnlineTraffic.overdue(database);
        try (OnlineTraffic traffic = OnlineTraffic.start(database, ROWS, 320, 0.4)) {
            CollisionReport report =
                    CollisionProbe.of(database.dataSource()).run(TABLE, OVERDUE, Duration.ofSeconds(4));
            double truth = (double) traffic.hotRows(report.window()).size() / before;
            assertThat(report.source()).isEqualTo(Source.TIME_COLUMN);
            assertThat(report.sourceDetail()).startsWith("modified_at");
            assertThat(report.rate().value()).isCloseTo(truth, withinPercentage(10));
            assertThat(truth).isBetween(report.rate().low(), report.rate().high());
            assertThat(report.verdict()).isEqualTo(Verdict.TOO_HIGH);
        }
    }
}

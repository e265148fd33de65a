package dev.rowlock.diagnose.oncall;

import dev.rowlock.diagnose.Side;
import dev.rowlock.diagnose.Sides;
import dev.rowlock.diagnose.collision.BatchPredicate;
import dev.rowlock.diagnose.collision.CollisionProbe;
import dev.rowlock.diagnose.collision.CollisionReport;
import dev.rowlock.diagnose.internal.sql.WhyStatements;
import dev.rowlock.mysql.ServerFacts;
import dev.rowlock.mysql.ServerFamily;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.TableName;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import javax.sql.DataSource;

/** The collision probe as a step of the report. Immutable. */
final class ProbedCollisions implements Collisions {
    private static final Set<String> BATCH_COMMENTS = Set.of("batch", "rowlock");
    private static final int ER_TABLEACCESS_DENIED = 1142;

    private final DataSource dataSource;
    private final CollisionProbe probe;
    private final BatchPredicate predicate;
    private final Sides sides;

    ProbedCollisions(DataSource dataSource, CollisionProbe probe, BatchPredicate predicate, Sides sides) {
        this.dataSource = dataSource;
        this.probe = probe;
        this.predicate = predicate;
        this.sides = sides;
    }

    @Override
    public Answer measure(TableName table, Duration window) {
        CollisionReport report = probe.ignoringConnections(batchConnections())
                .ignoringComments(BATCH_COMMENTS)
                .run(table, predicate, window);
        return switch (report.verdict()) {
            case SAFE -> new Measured(false, said(report), report.advice());
            case TOO_HIGH -> new Measured(true, said(report), report.advice());
            case UNSURE -> new NotMeasured("not sure: " + said(report) + "; look longer (--seconds)");
            case NOTHING_TO_TOUCH ->
                new Measured(false, "no row matches the predicate now: the batch would touch none", report.advice());
        };
    }

    private static String said(CollisionReport report) {
        return String.format(
                Locale.ROOT,
                "%.2f %% of the rows that the batch would touch were written meanwhile (95 %% sure: %.2f to %.2f %%; under 1 %% is"
                        + " safe), seen by %s",
                report.rate().value() * 100,
                report.rate().low() * 100,
                report.rate().high() * 100,
                report.source().label());
    }

    private Set<Long> batchConnections() {
        Set<Long> batch = new HashSet<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            boolean mariaDb = ServerFacts.read(connection, Clock.systemUTC()).family() == ServerFamily.MARIADB;
            try (ResultSet row = statement.executeQuery(
                    mariaDb ? WhyStatements.WHY_CONNECTIONS_MARIADB : WhyStatements.WHY_CONNECTIONS_MYSQL)) {
                while (row.next()) {
                    if (sides.of(row.getLong(1), row.getString(2), null) == Side.BATCH) {
                        batch.add(row.getLong(1));
                    }
                }
            }
            return batch;
        } catch (SQLException e) {
            if (e.getErrorCode() == ER_TABLEACCESS_DENIED) {
                return batch; // the report says in its other steps which right is missing
            }
            throw StoreException.of(e);
        }
    }
}

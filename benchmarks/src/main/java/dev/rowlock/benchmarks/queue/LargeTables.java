package dev.rowlock.benchmarks.queue;

import dev.rowlock.benchmarks.internal.sql.GroundStatements;
import dev.rowlock.cli.bench.Measure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** P5: P1's figure with millions of ready and finished rows in another schema of the same server, against empty tables, in turn. */
final class LargeTables {
    private static final double GOAL = 0.8;
    private static final int CHUNK = 100_000;
    /** 2020: before every job that is enqueued now. */
    private static final long FIRST_MILLIS = 1_577_836_800_000L;

    private final Bench bench;

    LargeTables(Bench bench) {
        this.bench = bench;
    }

    Measure measure() throws SQLException {
        int rows = bench.sizes().backlog();
        int jobs = bench.sizes().jobs();
        Ratios ratios = new Ratios();
        try (Ground full = Ground.create("rowlock_bench_full", bench.sessions())) {
            fill(full, rows);
            Managed large = managed(full);
            Managed empty = managed(bench.ground());
            large.run(jobs);
            empty.run(jobs);
            for (int round = 1; round <= bench.sizes().rounds(); round++) {
                InTurn<Timing> both = InTurn.of(round, () -> large.run(jobs), () -> empty.run(jobs));
                Timing withRows = both.measured();
                Timing without = both.reference();
                ratios.add(withRows.perSecond(), without.perSecond());
                bench.say(
                        "P5 round %d: %d + %d rows %.0f jobs/s (enqueue %.0f, work %.0f), empty %.0f (%.0f, %.0f): %.2f",
                        round,
                        rows,
                        rows,
                        withRows.perSecond(),
                        withRows.enqueuedPerSecond(),
                        withRows.workedPerSecond(),
                        without.perSecond(),
                        without.enqueuedPerSecond(),
                        without.workedPerSecond(),
                        withRows.perSecond() / without.perSecond());
            }
        }
        return Bench.atLeast(
                "P5",
                "P1's figure with " + rows + " ready and " + rows + " finished rows, against empty tables",
                ratios,
                GOAL,
                "empty tables, " + Math.round(ratios.reference()) + " jobs/s",
                Map.of("jobsPerSecond", Math.round(ratios.value()), "readyRows", rows, "finishedRows", rows));
    }

    private Managed managed(Ground ground) {
        return Managed.noop(
                ground.queues().queue("large"),
                bench.sizes().concurrency(),
                bench.sizes().batch());
    }

    private void fill(Ground full, int rows) throws SQLException {
        int queue = full.number("large");
        try (Connection connection = full.session();
                Statement statement = connection.createStatement()) {
            statement.execute(GroundStatements.DIGIT_CREATE);
            statement.execute(GroundStatements.DIGIT_FILL);
            try (PreparedStatement jobs = connection.prepareStatement(GroundStatements.BACKLOG_JOBS);
                    PreparedStatement history = connection.prepareStatement(GroundStatements.BACKLOG_HISTORY)) {
                for (int done = 0; done < rows; done += CHUNK) {
                    int some = Math.min(CHUNK, rows - done);
                    jobs.setInt(1, queue);
                    jobs.setLong(2, FIRST_MILLIS + done);
                    jobs.setBytes(3, NoopJobs.BYTES);
                    jobs.setInt(4, some);
                    jobs.executeUpdate();
                    history.setLong(1, FIRST_MILLIS + done);
                    history.setInt(2, queue);
                    history.setInt(3, some);
                    history.executeUpdate();
                    connection.commit();
                    if (done % (10 * CHUNK) == 0) {
                        bench.say("P5 fills: %d of %d ready rows, and as many finished ones", done + some, rows);
                    }
                }
            }
            try (ResultSet analyzed = statement.executeQuery(GroundStatements.ANALYZE)) {
                while (analyzed.next()) {
                    bench.say("P5 %s: %s", analyzed.getString(1), analyzed.getString(4));
                }
            }
        }
    }
}

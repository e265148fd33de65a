package dev.rowlock.cli.batch;

import dev.rowlock.batch.CollisionMeter;
import dev.rowlock.batch.CollisionReading;
import dev.rowlock.diagnose.collision.BatchPredicate;
import dev.rowlock.diagnose.collision.CollisionProbe;
import dev.rowlock.diagnose.collision.CollisionReport;
import dev.rowlock.diagnose.collision.Verdict;
import dev.rowlock.mysql.TableName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Measures the collision rate of a plan with the probe of {@code rowlock collisions} (C8). Immutable. */
record ProbedCollisions(CollisionProbe probe) implements CollisionMeter {
    @Override
    public CollisionReading measure(TableName table, String where, Map<String, String> parameters, Duration window) {
        CollisionReport report = probe.run(table, new BatchPredicate(where, parameters), window);
        // A batch of ours does already what is advised where few rows collide.
        List<String> advice = new ArrayList<>(report.verdict() == Verdict.SAFE ? List.of() : report.advice());
        advice.addAll(report.notes());
        String detail = report.sourceDetail();
        return new CollisionReading(
                report.rate().low(),
                report.rate().value(),
                report.rate().high(),
                report.verdict().label(),
                report.source().label() + (detail.isEmpty() ? "" : " (" + detail + ")"),
                report.window(),
                advice);
    }
}

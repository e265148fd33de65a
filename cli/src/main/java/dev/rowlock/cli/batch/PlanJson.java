package dev.rowlock.cli.batch;

import dev.rowlock.batch.CollisionReading;
import dev.rowlock.batch.PlanNote;
import dev.rowlock.batch.PlanReport;
import dev.rowlock.batch.PlannedPace;
import dev.rowlock.batch.PlannedShard;
import dev.rowlock.batch.PlannedStatement;
import dev.rowlock.batch.PlannedWindow;
import dev.rowlock.batch.RowEstimate;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A plan's report as JSON. Pure. */
final class PlanJson {
    private PlanJson() {}

    static Map<String, Object> of(PlanReport report) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", report.plan().name());
        json.put("table", report.table().toString());
        json.put("key", report.key());
        json.put("server", report.server());
        json.put("canStart", report.canStart());
        json.put("rows", estimate(report.rows()));
        json.put("matching", estimate(report.matching()));
        json.put("sampled", report.sampled());
        json.put("scanRowsPerSecond", Math.round(report.scanSpeed()));
        json.put("onlineWritesPerSecond", report.onlineWrites());
        json.put(
                "statements",
                report.statements().stream().map(PlanJson::statement).toList());
        json.put("shards", report.shards().stream().map(PlanJson::shard).toList());
        json.put("paces", report.paces().stream().map(PlanJson::pace).toList());
        json.put("window", report.window().map(PlanJson::window).orElse(null));
        json.put("collisions", report.collisions().map(PlanJson::collisions).orElse(null));
        json.put("notes", report.notes().stream().map(PlanJson::note).toList());
        json.put("tookMillis", report.took().toMillis());
        return json;
    }

    private static Map<String, Object> estimate(RowEstimate rows) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("low", rows.low());
        json.put("value", rows.value());
        json.put("high", rows.high());
        json.put("exact", rows.isExact());
        return json;
    }

    private static Map<String, Object> statement(PlannedStatement statement) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("what", statement.what());
        json.put("sql", statement.sql());
        json.put("locks", statement.locks());
        json.put("plan", statement.plan().stream().map(PlanJson::step).toList());
        return json;
    }

    private static Map<String, Object> step(PlannedStatement.Step step) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("table", step.table());
        json.put("type", step.type());
        json.put("index", step.index());
        json.put("rows", step.rows());
        json.put("extra", step.extra());
        return json;
    }

    private static Map<String, Object> shard(PlannedShard shard) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("shard", shard.number());
        json.put("after", shard.after());
        json.put("upTo", shard.upTo());
        json.put("rows", shard.rows());
        json.put("matching", shard.matching());
        return json;
    }

    private static Map<String, Object> pace(PlannedPace pace) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("what", pace.what());
        json.put("rowsPerSecond", pace.rate());
        json.put("shortestSeconds", pace.shortest().toSeconds());
        json.put("longestSeconds", pace.longest().toSeconds());
        json.put("earliestEnd", text(pace.earliestOrNull()));
        json.put("latestEnd", text(pace.latestOrNull()));
        return json;
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }

    private static Map<String, Object> window(PlannedWindow window) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("fit", window.fit().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'));
        json.put("opensInSeconds", window.opensIn().toSeconds());
        json.put("lengthSeconds", window.length().toSeconds());
        json.put("neededRowsPerSecond", window.neededRate());
        return json;
    }

    private static Map<String, Object> collisions(CollisionReading reading) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("low", reading.low());
        json.put("rate", reading.rate());
        json.put("high", reading.high());
        json.put("verdict", reading.verdict());
        json.put("source", reading.source());
        json.put("windowSeconds", reading.window().toMillis() / 1e3);
        json.put("advice", reading.advice());
        return json;
    }

    private static Map<String, Object> note(PlanNote note) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", note.id());
        json.put("weight", note.weight().name().toLowerCase(java.util.Locale.ROOT));
        json.put("text", note.text());
        json.put("remedy", note.remedyOrNull());
        return json;
    }
}

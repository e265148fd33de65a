package dev.rowlock.cli.diagnose;

import dev.rowlock.diagnose.collision.CollisionReport;
import dev.rowlock.diagnose.collision.CollisionSlice;
import dev.rowlock.diagnose.collision.Estimate;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A collision report as JSON; its fields are described in {@code docs/collisions.md}. */
final class CollisionJson {
    private CollisionJson() {}

    static Map<String, @Nullable Object> of(CollisionReport report) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("table", report.table().toString());
        json.put("predicate", report.predicate());
        json.put("verdict", report.verdict().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        json.put("rate", estimate(report.rate()));
        json.put("rows", estimate(report.rows()));
        json.put("collisions", estimate(report.collisions()));
        json.put(
                "rowsWritten",
                report.rowsWritten().isPresent() ? report.rowsWritten().getAsLong() : null);
        json.put("seconds", report.window().toMillis() / 1000.0);
        json.put("source", report.source().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        json.put("sourceDetail", report.sourceDetail());
        json.put("slices", report.slices().stream().map(CollisionJson::slice).toList());
        json.put("advice", report.advice());
        json.put("notes", report.notes());
        return json;
    }

    private static Map<String, Object> slice(CollisionSlice slice) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("first", slice.first().toString());
        json.put("last", slice.last().toString());
        json.put("rows", estimate(slice.rows()));
        json.put("collisions", estimate(slice.collisions()));
        json.put("rate", estimate(slice.rate()));
        return json;
    }

    private static Map<String, Object> estimate(Estimate estimate) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("value", estimate.value());
        json.put("low", estimate.low());
        json.put("high", estimate.high());
        return json;
    }
}

package dev.rowlock.cli.batch;

import dev.rowlock.batch.Counts;
import dev.rowlock.batch.RunEvent;
import dev.rowlock.batch.RunStatus;
import dev.rowlock.batch.ShardStatus;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs as JSON. Pure. */
final class RunJson {
    private RunJson() {}

    /** All that is known of a run. */
    static Map<String, Object> of(String event, RunStatus status, Forecast forecast) {
        Map<String, Object> json = progress(event, status, forecast);
        json.put("shards", status.shards().stream().map(RunJson::shard).toList());
        return json;
    }

    /** Where it stands, without its shards. */
    static Map<String, Object> progress(String event, RunStatus status, Forecast forecast) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("event", event);
        json.put("run", status.id());
        json.put("name", status.plan().name());
        json.put("table", status.target());
        json.put("state", status.state().text());
        json.put("reason", status.reason());
        put(json, status.counts());
        json.put("reconciled", status.isReconciled());
        json.put("estimate", status.estimate());
        json.put("share", Math.round(forecast.share() * 1e4) / 1e4);
        json.put("rowsPerSecond", Math.round(status.used()));
        json.put("limit", Math.round(status.rate()));
        json.put("limitReason", status.rateReason());
        json.put("rateSetting", status.rateSetting());
        json.put("baseline", status.baselineOrNull());
        json.put("signals", status.readings());
        json.put("onlineP99Millis", millis(status.online().p99OrNull()));
        json.put("baselineP99Millis", millis(status.online().baselineP99OrNull()));
        json.put("onlineDeadlocks", status.online().deadlocks());
        json.put("batchDeadlocks", status.deadlocks());
        json.put("skipped", status.skipped());
        json.put("workers", status.workers());
        json.put("seconds", status.age().toMillis() / 1e3);
        json.put("secondsLeft", seconds(forecast.leftOrNull()));
        json.put("window", status.plan().window().map(Object::toString).orElse(null));
        json.put("windowSecondsLeft", seconds(forecast.windowLeftOrNull()));
        json.put("late", forecast.isLate());
        return json;
    }

    static Map<String, Object> of(long run, RunEvent event) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("event", "decision");
        json.put("run", run);
        json.put("id", event.id());
        json.put("at", event.at());
        json.put("kind", event.kind());
        json.put("reason", event.reason());
        json.put("rate", event.rateOrNull());
        return json;
    }

    private static Map<String, Object> shard(ShardStatus shard) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("shard", shard.number());
        json.put("phase", shard.phase());
        json.put("status", shard.status());
        json.put("owner", shard.owner());
        json.put("skipped", shard.skipped());
        put(json, shard.counts());
        return json;
    }

    private static void put(Map<String, Object> json, Counts counts) {
        json.put("scanned", counts.scanned());
        json.put("matched", counts.matched());
        json.put("changed", counts.changed());
        json.put("changedByOthers", counts.changedByOthers());
        json.put("failed", counts.failed());
        json.put("held", counts.held());
    }

    private static @Nullable Double millis(@Nullable Duration time) {
        return time == null ? null : (Double) (time.toNanos() / 1e6);
    }

    private static @Nullable Long seconds(@Nullable Duration time) {
        return time == null ? null : (Long) time.toSeconds();
    }

    static Map<String, Object> message(String event, long run, String message) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("event", event);
        json.put("run", run);
        json.put("message", message);
        return json;
    }
}

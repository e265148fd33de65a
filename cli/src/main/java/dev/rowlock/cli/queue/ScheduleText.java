package dev.rowlock.cli.queue;

import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.UniqueWhile;
import dev.rowlock.queue.schedule.ScheduleState;
import dev.rowlock.queue.schedule.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Schedules as they are printed. Pure. */
final class ScheduleText {
    private static final Pattern ONE_UNIT = Pattern.compile("PT\\d+[HMS]");

    private ScheduleText() {}

    static Map<String, Object> json(ScheduleState state) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", state.name());
        state.timing()
                .<Object>fold(
                        cron -> {
                            json.put("timing", "cron");
                            json.put("expression", cron.expression());
                            return json.put("zone", cron.zone().getId());
                        },
                        every -> length(json, "every", every.period()),
                        afterEnd -> length(json, "after-end", afterEnd.pause()));
        json.put("queue", state.queue());
        json.put("kind", state.jobKind());
        json.put("catchUp", CatchUpConverter.text(state.catchUp()));
        json.put("state", word(state));
        put(json, "pausedAt", state.pausedAt());
        put(json, "nextAt", state.nextAt());
        put(json, "waitsFor", state.waitsFor());
        put(json, "lastAt", state.lastAt());
        put(json, "lastJob", state.lastJob());
        json.put("fired", state.fired());
        return json;
    }

    static Map<String, Object> json(ScheduleState state, String outcome) {
        Map<String, Object> json = json(state);
        json.put("outcome", outcome);
        return json;
    }

    private static Object length(Map<String, Object> json, String timing, Duration length) {
        json.put("timing", timing);
        json.put("expression", length.toString());
        return json;
    }

    private static void put(Map<String, Object> json, String name, Optional<?> value) {
        value.ifPresent(present -> json.put(name, present.toString()));
    }

    private static String word(ScheduleState state) {
        if (state.pausedAt().isPresent()) {
            return "paused";
        }
        if (state.waitsFor().isPresent()) {
            return "waiting";
        }
        return state.nextAt().isPresent() ? "fires" : "over";
    }

    static String line(ScheduleState state, String outcome) {
        return "schedule " + state.name() + " is " + outcome + ": " + timing(state.timing()) + "  " + next(state);
    }

    static String line(ScheduleState state) {
        return state.name() + "  " + timing(state.timing()) + "  " + state.queue() + "  " + state.jobKind() + "  "
                + next(state)
                + state.lastAt().map(last -> "  last " + last).orElse("")
                + "  fired "
                + String.format(Locale.ROOT, "%,d", state.fired())
                + "  catch-up "
                + CatchUpConverter.text(state.catchUp());
    }

    static String timing(Timing timing) {
        return timing.fold(
                cron -> "cron '" + cron.expression() + "' " + cron.zone().getId(),
                every -> "every " + length(every.period()),
                afterEnd -> "after-end " + length(afterEnd.pause()));
    }

    /** As the options take it: {@code 5m}, or as ISO 8601 where it takes more than one unit. */
    static String length(Duration length) {
        String iso = length.toString();
        return ONE_UNIT.matcher(iso).matches() ? iso.substring(2).toLowerCase(Locale.ROOT) : iso;
    }

    static String next(ScheduleState state) {
        if (state.pausedAt().isPresent()) {
            return "paused since " + state.pausedAt().map(Instant::toString).orElse("");
        }
        return state.waitsFor()
                .map(job -> "waits for the end of job " + job)
                .or(() -> state.nextAt().map(next -> "next " + next))
                .orElse("fires no more");
    }

    static Map<String, String> keys(NewJob job) {
        Map<String, String> keys = new LinkedHashMap<>();
        job.orderingKey().ifPresent(key -> keys.put("orderingKey", key));
        job.concurrencyKey().ifPresent(key -> keys.put("concurrencyKey", key));
        job.uniqueKey()
                .ifPresent(key -> keys.put(job.uniqueUntil() == UniqueWhile.PENDING ? "uniquePending" : "unique", key));
        return keys;
    }
}

package dev.rowlock.queue.internal.schedule;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.queue.JobKind;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.PayloadCodec;
import dev.rowlock.queue.Priority;
import dev.rowlock.queue.UniqueWhile;
import dev.rowlock.queue.internal.Headers;
import dev.rowlock.queue.schedule.CatchUp;
import dev.rowlock.queue.schedule.Schedule;
import dev.rowlock.queue.schedule.Timing;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.TreeMap;

/**
 * A schedule's definition as its row keeps it; two that say the same are equal. Immutable.
 *
 * @param timing {@code cron}, {@code every} or {@code after end}
 * @param expression a cron expression, or an ISO duration
 * @param zone empty but for cron
 * @param keys for order, concurrency and uniqueness, written down as headers are
 */
record Definition(
        String timing,
        String expression,
        String zone,
        int catchUp,
        int queue,
        int lane,
        int maxAttempts,
        String kind,
        String headers,
        String keys,
        ByteBuffer payload) {
    private static final String CRON = "cron";
    private static final String EVERY = "every";
    private static final String AFTER_END = "after end";
    private static final String NO_ZONE = "";
    private static final String ORDERING = "ordering";
    private static final String CONCURRENCY = "concurrency";

    static Definition of(Schedule schedule, int queue) {
        NewJob job = schedule.job();
        // What a firing adds has to fit as well.
        Headers.text(firing(job.headers(), schedule.name(), Instant.parse("9999-12-31T23:59:59.999999Z")));
        return schedule.timing()
                .fold(
                        cron -> of(CRON, cron.expression(), cron.zone().getId(), schedule, queue),
                        every -> of(EVERY, every.period().toString(), NO_ZONE, schedule, queue),
                        afterEnd -> of(AFTER_END, afterEnd.pause().toString(), NO_ZONE, schedule, queue));
    }

    private static Definition of(String timing, String expression, String zone, Schedule schedule, int queue) {
        NewJob job = schedule.job();
        return new Definition(
                timing,
                expression,
                zone,
                schedule.catchUp().limit(),
                queue,
                job.priority().lane(),
                job.maxAttempts(),
                job.kind(),
                Headers.text(job.headers()),
                Headers.text(keys(job)),
                job.payload());
    }

    private static Map<String, String> keys(NewJob job) {
        Map<String, String> keys = new TreeMap<>();
        job.orderingKey().ifPresent(key -> keys.put(ORDERING, key));
        job.concurrencyKey().ifPresent(key -> keys.put(CONCURRENCY, key));
        job.uniqueKey().ifPresent(key -> keys.put(job.uniqueUntil().name(), key));
        return keys;
    }

    Timing readTiming() {
        return switch (timing) {
            case CRON -> Timing.cron(expression, readZone());
            case EVERY -> Timing.every(Duration.parse(expression));
            case AFTER_END -> Timing.afterEnd(Duration.parse(expression));
            default ->
                throw new ConfigurationException("a newer Rowlock wrote a timing '" + timing
                        + "' that this one does not know: let the newer one keep house, or remove the schedule");
        };
    }

    private ZoneId readZone() {
        try {
            return ZoneId.of(zone);
        } catch (DateTimeException e) {
            throw new ConfigurationException(
                    "its time zone '" + zone
                            + "' is not known to this JVM: run a JVM that knows it, or define the schedule in another zone",
                    e);
        }
    }

    boolean waitsForItsJob() {
        return timing.equals(AFTER_END);
    }

    CatchUp readCatchUp() {
        return new CatchUp(catchUp);
    }

    boolean firesLike(Definition other) {
        return timing.equals(other.timing) && expression.equals(other.expression) && zone.equals(other.zone);
    }

    /** The job of one firing. */
    NewJob job(String name, Instant firing) {
        return job(firing(Headers.parse(headers), name, firing));
    }

    /** The job as it was defined. */
    NewJob plainJob() {
        return job(Headers.parse(headers));
    }

    private NewJob job(Map<String, String> named) {
        byte[] bytes = new byte[payload.remaining()];
        payload.duplicate().get(bytes);
        NewJob.Builder job = NewJob.builder(JobKind.of(kind, PayloadCodec.bytes()), bytes)
                .priority(Priority.ofLane(lane))
                .maxAttempts(maxAttempts);
        named.forEach(job::header);
        Headers.parse(keys).forEach((what, key) -> withKey(job, what, key));
        return job.build();
    }

    private static void withKey(NewJob.Builder job, String what, String key) {
        switch (what) {
            case ORDERING -> job.orderingKey(key);
            case CONCURRENCY -> job.concurrencyKey(key);
            default -> job.uniqueWhile(key, UniqueWhile.valueOf(what));
        }
    }

    private static Map<String, String> firing(Map<String, String> headers, String name, Instant firing) {
        Map<String, String> all = new TreeMap<>(headers);
        all.put("rowlock-schedule", name);
        all.put("rowlock-firing", firing.toString());
        return all;
    }
}

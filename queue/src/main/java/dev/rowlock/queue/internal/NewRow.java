package dev.rowlock.queue.internal;

import dev.rowlock.queue.JobId;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.internal.line.LineKey;
import dev.rowlock.queue.internal.unique.UniqueName;
import dev.rowlock.queue.internal.work.Seat;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A job with its id and time, and the lease it is inserted under if any. Immutable.
 *
 * @param at its place in what the caller gave
 */
record NewRow(
        int at,
        NewJob job,
        JobId id,
        String headers,
        long dueMicros,
        @Nullable Seat seat) {
    static NewRow of(int at, NewJob job, JobId id, long nowMicros, @Nullable Seat seat) {
        return new NewRow(at, job, id, Headers.text(job.headers()), dueMicros(job, nowMicros), seat);
    }

    private static long dueMicros(NewJob job, long now) {
        return job.dueAt().map(NewRow::micros).orElse(now + job.delay().toNanos() / 1_000);
    }

    /** Not by way of nanoseconds, which end in 2262. */
    private static long micros(Instant time) {
        return time.getEpochSecond() * 1_000_000 + time.getNano() / 1_000;
    }

    long leaseMicros() {
        return seat == null ? 0 : seat.leaseMicros();
    }

    @Nullable
    String unique() {
        return job.uniqueKey()
                .map(key -> new UniqueName(key, job.uniqueUntil()).text())
                .orElse(null);
    }

    Optional<String> line() {
        return lineOf(job);
    }

    static Optional<String> lineOf(NewJob job) {
        return job.orderingKey()
                .map(LineKey::ordered)
                .or(() -> job.concurrencyKey().map(LineKey::limited));
    }
}

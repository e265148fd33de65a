package dev.rowlock.queue.schedule;

import dev.rowlock.queue.JobId;
import java.time.Instant;
import java.util.Optional;

/**
 * How a schedule stands. Immutable. All times are the database's.
 *
 * @param jobKind of the jobs that it enqueues
 * @param nextAt its next firing; empty while it is paused, while a fixed delay waits for its job to end, or when there is none
 * @param waitsFor the job whose end a fixed delay waits for
 * @param lastAt its last firing
 * @param lastJob the job of its last firing
 * @param fired firings so far
 */
public record ScheduleState(
        String name,
        Timing timing,
        CatchUp catchUp,
        String queue,
        String jobKind,
        Optional<Instant> pausedAt,
        Optional<Instant> nextAt,
        Optional<JobId> waitsFor,
        Optional<Instant> lastAt,
        Optional<JobId> lastJob,
        long fired) {}

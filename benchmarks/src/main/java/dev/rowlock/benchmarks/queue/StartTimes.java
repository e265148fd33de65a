package dev.rowlock.benchmarks.queue;

import dev.rowlock.queue.EnqueueOutcome;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobOutcome;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Queue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Enqueues one job after the other and notes how long after its COMMIT each starts. Used by one thread; handlers call {@link #started}. */
final class StartTimes {
    private static final Duration LONGEST = Duration.ofSeconds(30);

    /** Whoever waits sleeps: one that looked again and again would take from the cores that the start needs. */
    private final Map<JobId, CompletableFuture<Long>> started = new ConcurrentHashMap<>();

    private final SplittableRandom random = new SplittableRandom(7);

    /** The handler. */
    JobOutcome started(JobId job) {
        long now = System.nanoTime();
        start(job).complete(now);
        return JobOutcome.done();
    }

    /** Milliseconds from the COMMIT's answer to the start of each job, some pause apart; none when it started before the answer was read. */
    List<Double> run(Queue queue, CommitClock clock, int jobs, Duration shortest, Duration longest) {
        List<Double> millis = new ArrayList<>();
        for (int number = 0; number < jobs; number++) {
            millis.add(one(queue, clock, shortest, longest));
        }
        return millis;
    }

    /** The same of one job. */
    double one(Queue queue, CommitClock clock, Duration shortest, Duration longest) {
        LockSupport.parkNanos(random.nextLong(shortest.toNanos(), longest.toNanos()));
        JobId id = id(queue.enqueue(NewJob.of(NoopJobs.KIND, NoopJobs.PAYLOAD)));
        long committed = clock.answered();
        return Math.max(0, (await(id) - committed) / 1e6);
    }

    private CompletableFuture<Long> start(JobId id) {
        return started.computeIfAbsent(id, job -> new CompletableFuture<>());
    }

    private long await(JobId id) {
        try {
            return start(id).get(LONGEST.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("a job did not start within " + LONGEST.toSeconds() + " s", e);
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            started.remove(id);
        }
    }

    private static JobId id(EnqueueOutcome outcome) {
        if (outcome instanceof EnqueueOutcome.Inserted inserted) {
            return inserted.id();
        }
        throw new IllegalStateException("a job without a key is no duplicate: " + outcome);
    }
}

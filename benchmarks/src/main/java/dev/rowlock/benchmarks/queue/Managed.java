package dev.rowlock.benchmarks.queue;

import dev.rowlock.queue.History;
import dev.rowlock.queue.JobHandler;
import dev.rowlock.queue.JobOutcome;
import dev.rowlock.queue.Queue;
import dev.rowlock.queue.Worker;
import dev.rowlock.queue.WorkerCounts;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The managed queue at work: one worker, or several, each with a connection for its cycle. Immutable. */
final class Managed {
    private static final long LOOK_EVERY = Duration.ofMillis(1).toNanos();
    private static final long LONGEST = Duration.ofMinutes(10).toNanos();

    private final Queue queue;
    private final int workers;
    private final int concurrency;
    private final int batch;
    private final History history;
    private final JobHandler<String> handler;

    private Managed(Queue queue, int workers, int concurrency, int batch, History history, JobHandler<String> handler) {
        this.queue = queue;
        this.workers = workers;
        this.concurrency = concurrency;
        this.batch = batch;
        this.history = history;
        this.handler = handler;
    }

    /** Jobs that do nothing and are completed in batches, with their history, as a worker does it by itself. */
    static Managed noop(Queue queue, int concurrency, int batch) {
        return new Managed(queue, 1, concurrency, batch, History.KEPT, job -> JobOutcome.done());
    }

    /** The same with another handler. */
    static Managed of(Queue queue, int concurrency, int batch, History history, JobHandler<String> handler) {
        return new Managed(queue, 1, concurrency, batch, history, handler);
    }

    /** The same with so many workers, each with a part of the handlers, and as many threads that enqueue. */
    Managed threads(int number) {
        return new Managed(queue, number, Math.max(1, concurrency / number), batch, history, handler);
    }

    /** Enqueues so many and then works until so many are completed; jobs that stood in the queue before are as good. */
    Timing run(int jobs) {
        return work(jobs, enqueue(jobs));
    }

    private double enqueue(int jobs) {
        try {
            return Enqueuers.seconds(workers, jobs, (from, before) -> NoopJobs.enqueue(queue, before - from, batch));
        } catch (SQLException e) {
            throw new IllegalStateException("the queue's own calls throw nothing checked", e);
        }
    }

    /** Works until so many are completed. */
    Timing work(int jobs, double enqueueSeconds) {
        long start = System.nanoTime();
        List<Worker> crew = new ArrayList<>();
        try {
            for (int number = 0; number < workers; number++) {
                crew.add(worker());
            }
            long done = awaitDone(crew, jobs, start);
            double seconds = (System.nanoTime() - start) / 1e9;
            // What is counted is what is committed: when more than asked for is done, the time is for all of it.
            return new Timing(jobs, enqueueSeconds, seconds * jobs / done);
        } finally {
            crew.forEach(Worker::close);
        }
    }

    private Worker worker() {
        return queue.worker()
                .handle(NoopJobs.KIND, handler)
                .concurrency(concurrency)
                .batch(batch)
                .history(history)
                .start();
    }

    private static long awaitDone(List<Worker> crew, int jobs, long start) {
        long done = 0;
        while (done < jobs) {
            if (System.nanoTime() - start > LONGEST) {
                throw new IllegalStateException("only " + done + " of " + jobs + " jobs are done: "
                        + crew.stream().map(Worker::counts).toList());
            }
            LockSupport.parkNanos(LOOK_EVERY);
            done = crew.stream().mapToLong(worker -> worker.counts().done()).sum();
        }
        for (Worker worker : crew) {
            WorkerCounts counts = worker.counts();
            if (counts.failed() + counts.dead() + counts.lost() > 0) {
                throw new IllegalStateException("jobs that do nothing must not fail or be lost: " + counts);
            }
        }
        return done;
    }
}

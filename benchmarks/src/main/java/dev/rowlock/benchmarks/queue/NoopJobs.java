package dev.rowlock.benchmarks.queue;

import dev.rowlock.queue.JobKind;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Queue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Jobs that do nothing, with a small payload. */
final class NoopJobs {
    static final JobKind<String> KIND = JobKind.text("noop");

    /** Sixty bytes: who, what and which. */
    static final String PAYLOAD = "{\"order\": 4711, \"customer\": 815, \"reason\": \"payment overdue\"}";

    static final byte[] BYTES = PAYLOAD.getBytes(StandardCharsets.UTF_8);

    private NoopJobs() {}

    /** Enqueues so many, each batch in a transaction of its own, as an application does that has many; seconds. */
    static double enqueue(Queue queue, int jobs, int batch) {
        return enqueue(queue, jobs, batch, n -> NewJob.of(KIND, PAYLOAD));
    }

    /** The same with other jobs, by their number. */
    static double enqueue(Queue queue, int jobs, int batch, IntFunction<NewJob> job) {
        long start = System.nanoTime();
        for (int done = 0; done < jobs; done += batch) {
            int size = Math.min(batch, jobs - done);
            List<NewJob> some = new ArrayList<>(size);
            for (int at = 0; at < size; at++) {
                some.add(job.apply(done + at));
            }
            queue.enqueueAll(some);
        }
        return (System.nanoTime() - start) / 1e9;
    }
}

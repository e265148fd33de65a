package dev.rowlock.benchmarks.queue;

import dev.rowlock.queue.JobKind;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Queue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Jobs that do nothing, with a small payload. */
final class NoopJobs {
    static final JobKind<String> KIND = JobKind.text("noop");

    /** Sixty bytes: who, what and which. */
    static final String PAYLOAD = "{\"order\": 4711, \"customer\": 815, \"reason\": \"payment overdue\"}";

    static final byte[] BYTES = PAYLOAD.getBytes(StandardCharsets.UTF_8);

    private NoopJobs() {}

    /** Enqueues so many, each batch in a transaction of its own, as an application does that has many; seconds. */
    static double enqueue(Queue queue, int jobs, int batch) {
        long start = System.nanoTime();
        for (int done = 0; done < jobs; done += batch) {
            int size = Math.min(batch, jobs - done);
            List<NewJob> some = new ArrayList<>(size);
            for (int at = 0; at < size; at++) {
                some.add(NewJob.of(KIND, PAYLOAD));
            }
            queue.enqueueAll(some);
        }
        return (System.nanoTime() - start) / 1e9;
    }
}

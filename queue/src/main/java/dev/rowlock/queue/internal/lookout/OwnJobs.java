package dev.rowlock.queue.internal.lookout;

import dev.rowlock.queue.JobId;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The last jobs this process enqueued, of which it need not be told. Bounded; a job that fell out costs a claim that finds nothing. Thread-safe.
 */
final class OwnJobs {
    private static final int MOST = 4_096;

    private final Set<JobId> jobs = new LinkedHashSet<>();
    private volatile boolean listens;

    /** From now on jobs are remembered. */
    void listen() {
        listens = true;
    }

    void add(JobId job) {
        if (!listens) {
            return;
        }
        synchronized (this) {
            jobs.add(job);
            if (jobs.size() > MOST) {
                Iterator<JobId> oldest = jobs.iterator();
                oldest.next();
                oldest.remove();
            }
        }
    }

    /** Whether it was one of them; it is told of once. */
    synchronized boolean remove(JobId job) {
        return jobs.remove(job);
    }
}

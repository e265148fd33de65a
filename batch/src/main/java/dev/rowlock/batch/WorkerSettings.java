package dev.rowlock.batch;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;
import java.util.UUID;

/**
 * How one process takes part in a run. Immutable.
 *
 * @param name unique among the workers of a run
 * @param threads shards worked at the same time, 1 to 64; one is usually fastest, since a server commits in turns
 * @param lease how long a shard stays with a worker that died, 2 s to 10 min
 */
public record WorkerSettings(String name, int threads, Duration lease) {
    public WorkerSettings {
        if (name.isBlank() || name.length() > 100) {
            throw new ConfigurationException("a worker's name must have 1 to 100 characters");
        }
        if (threads < 1 || threads > 64) {
            throw new ConfigurationException(threads + " threads: write 1 to 64");
        }
        if (lease.compareTo(Duration.ofSeconds(2)) < 0 || lease.compareTo(Duration.ofMinutes(10)) > 0) {
            throw new ConfigurationException("the lease of a shard must be between 2 s and 10 min, not " + lease);
        }
    }

    /** One thread, leases of 20 s, a name made of the process id and chance. */
    public static WorkerSettings standard() {
        return new WorkerSettings(
                ProcessHandle.current().pid() + "-"
                        + UUID.randomUUID().toString().substring(0, 8),
                1,
                Duration.ofSeconds(20));
    }

    public WorkerSettings withThreads(int number) {
        return new WorkerSettings(name, number, lease);
    }

    public WorkerSettings withLease(Duration time) {
        return new WorkerSettings(name, threads, time);
    }
}

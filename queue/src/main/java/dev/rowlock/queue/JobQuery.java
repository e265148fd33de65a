package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;
import java.util.Optional;

/**
 * Which jobs of a queue to list. Immutable.
 *
 * @param state where they are
 * @param kind only of this kind; empty for all
 * @param after go on behind this job, see {@link JobPage#next}; empty for the first page
 * @param limit jobs of one page, 1 to 1 000
 */
public record JobQuery(JobState state, Optional<String> kind, JobOrder order, Optional<JobId> after, int limit) {
    private static final int STANDARD = 100;
    private static final int MOST = 1_000;

    public JobQuery {
        if (limit < 1 || limit > MOST) {
            throw new ConfigurationException("the limit must be 1 to 1000, not " + limit);
        }
    }

    /** The oldest hundred in this state. */
    public static JobQuery of(JobState state) {
        return new JobQuery(state, Optional.empty(), JobOrder.OLDEST_FIRST, Optional.empty(), STANDARD);
    }

    public JobQuery withKind(String only) {
        return new JobQuery(state, Optional.of(only), order, after, limit);
    }

    public JobQuery withOrder(JobOrder what) {
        return new JobQuery(state, kind, what, after, limit);
    }

    public JobQuery withAfter(JobId last) {
        return new JobQuery(state, kind, order, Optional.of(last), limit);
    }

    public JobQuery withLimit(int jobs) {
        return new JobQuery(state, kind, order, after, jobs);
    }
}

package dev.rowlock.queue;

import java.util.List;
import java.util.Optional;

/**
 * One page of a list of jobs. A page may be short or empty although more follow: each looks at so many rows and no further, however few of them are
 * wanted. Immutable.
 *
 * @param next to go on behind; empty when there is nothing more to look at
 */
public record JobPage(List<ListedJob> jobs, Optional<JobId> next) {
    public JobPage {
        jobs = List.copyOf(jobs);
    }
}

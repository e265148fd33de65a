package dev.rowlock.queue.internal.census;

import dev.rowlock.queue.JobId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * A stretch of a strip, with what it held when it was last counted. It is counted again soon when it changed, and ever more seldom when it
 * did not; most often at the ends, where jobs come and go. Used by one thread.
 */
final class Segment {
    /**
     * Rows of one queue in a segment.
     *
     * @param apart those of them that are jobs of the other state that its table has: that run, or are in quarantine
     * @param tickets those of them that are no jobs
     */
    record Figures(long rows, long apart, long tickets) {
        static final Figures NONE = new Figures(0, 0, 0);

        Figures plus(Figures more) {
            return new Figures(rows + more.rows, apart + more.apart, tickets + more.tickets);
        }

        /** Jobs of the table's own state. */
        long jobs() {
            return rows - apart - tickets;
        }
    }

    static final JobId BEGIN = new JobId(new UUID(0, 0));
    static final JobId END = new JobId(new UUID(-1, -1));

    private static final long NEVER = -1;
    private static final long SOON = Duration.ofSeconds(1).toNanos();
    private static final long AT_THE_ENDS = Duration.ofSeconds(30).toNanos();
    private static final long SOON_WITHIN = Duration.ofSeconds(15).toNanos();
    private static final long WITHIN = Duration.ofMinutes(10).toNanos();

    private final JobId after;
    private final JobId upTo;
    private Map<Integer, Figures> figures = Map.of();
    private boolean counted;
    private long countedAt;
    private long pause = NEVER;

    Segment(JobId after, JobId upTo) {
        this.after = after;
        this.upTo = upTo;
    }

    JobId after() {
        return after;
    }

    JobId upTo() {
        return upTo;
    }

    boolean isCounted() {
        return counted;
    }

    long countedAt() {
        return countedAt;
    }

    Map<Integer, Figures> figures() {
        return figures;
    }

    long rows() {
        return figures.values().stream().mapToLong(Figures::rows).sum();
    }

    /** When to count it next, relative to now; not positive when that is due. */
    long until(long now, boolean atAnEnd) {
        return counted ? countedAt + Math.min(pause, atAnEnd ? AT_THE_ENDS : WITHIN) - now : 0;
    }

    void count(Map<Integer, Figures> found, long now, boolean atAnEnd) {
        boolean changed = !counted || !found.equals(figures);
        long shortest = atAnEnd ? SOON : SOON_WITHIN;
        pause = changed ? shortest : Math.min(WITHIN, Math.max(shortest, pause * 4));
        figures = found;
        counted = true;
        countedAt = now;
    }

    /** Something happens where it lies: it is counted soon. */
    void poke() {
        pause = Math.min(pause, SOON);
    }

    /** This one and the next as one, or {@code this} when they are too large for that. */
    Segment joined(Segment next, long most) {
        if (!counted || !next.counted || rows() + next.rows() > most) {
            return this;
        }
        Segment both = new Segment(after, next.upTo);
        both.figures = sum(figures, next.figures);
        both.counted = true;
        both.countedAt = Math.min(countedAt, next.countedAt);
        both.pause = Math.min(pause, next.pause);
        return both;
    }

    static Map<Integer, Figures> sum(Map<Integer, Figures> one, Map<Integer, Figures> other) {
        Map<Integer, Figures> sum = new HashMap<>(one);
        other.forEach((queue, more) -> sum.merge(queue, more, Figures::plus));
        return sum;
    }
}

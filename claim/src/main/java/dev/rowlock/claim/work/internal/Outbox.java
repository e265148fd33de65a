package dev.rowlock.claim.work.internal;

import dev.rowlock.claim.work.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Results that wait to be written, oldest first. Guarded by the books' lock. */
final class Outbox {
    /** Rows of one transaction: two statements of the longest key list. */
    private static final int MOST_ROWS = 1_000;

    /** A result waits this long for others, so that a commit carries more than one; it delays nobody, the lease stands. */
    private static final long LINGER = Duration.ofMillis(5).toNanos();

    private final Set<Held> rows = new LinkedHashSet<>();

    void put(Held row, Outcome outcome, long now) {
        row.outcome = outcome;
        row.endedAt = now;
        row.writeAt = now;
        rows.add(row);
    }

    /** Takes a row out whose lease is gone, or whose result is written. */
    void drop(Held row) {
        rows.remove(row);
    }

    int size() {
        return rows.size();
    }

    /** Whether there is enough for a transaction. */
    boolean isFull() {
        return rows.size() >= MOST_ROWS;
    }

    /** What to write now, or how long to wait. */
    record Next(@Nullable Flush flush, long waitNanos) {}

    /**
     * The next transaction's rows, of one kind.
     *
     * @param moreToCome whether handlers are at work whose results could go with these
     */
    Next next(long now, boolean moreToCome) {
        Held first = null;
        long wait = Long.MAX_VALUE;
        List<Held> alike = new ArrayList<>();
        int most = MOST_ROWS;
        for (Iterator<Held> rest = rows.iterator(); rest.hasNext() && alike.size() < most; ) {
            Held row = rest.next();
            if (row.statementUnderWay) {
                continue;
            }
            if (row.writeAt - now > 0) {
                wait = Math.min(wait, row.writeAt - now);
            } else if (first == null || Flush.alike(outcome(first), outcome(row))) {
                int smaller = Math.min(most, row.largestBatch);
                if (alike.size() < smaller) {
                    first = first == null ? row : first;
                    most = smaller;
                    alike.add(row);
                }
            }
        }
        if (first == null) {
            return new Next(null, wait);
        }
        long linger = first.endedAt + LINGER - now;
        if (moreToCome && alike.size() < most && linger > 0) {
            return new Next(null, linger);
        }
        alike.forEach(row -> row.statementUnderWay = true);
        return new Next(new Flush(outcome(first), alike), 0);
    }

    static Outcome outcome(Held row) {
        return Objects.requireNonNull(row.outcome);
    }
}

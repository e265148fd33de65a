package dev.rowlock.batch.internal;

import dev.rowlock.batch.ChunkBounds;
import java.time.Duration;

/**
 * How large the next chunk is: as many rows as are locked for the target time, and as many to look at as hold so many that match. Follows
 * what chunks showed, slowly upwards and at once downwards. Not thread-safe: each thread has its own.
 */
final class ChunkSize {
    private static final int FIRST = 50;
    private static final int LEAST = 10;
    private static final int WIDEST = 5_000;

    /** A chunk grows by a quarter at most: one that took no time may have been lucky. */
    private static final double GROWTH = 1.25;

    private final ChunkBounds bounds;
    private double rows;
    private double share = 1;

    ChunkSize(ChunkBounds bounds) {
        this.bounds = bounds;
        this.rows = Math.min(FIRST, bounds.rows());
    }

    /**
     * Rows to change, at most.
     *
     * @param most what the rate allows at once
     */
    int limit(int most) {
        return Math.max(1, Math.min(most, limit()));
    }

    /** Rows to look at, at most, for a chunk of that limit. */
    int window(int limit) {
        return (int) Math.max(limit, Math.min(WIDEST, limit / Math.max(share, 1e-4)));
    }

    private int limit() {
        return (int) Math.max(1, Math.min(rows, bounds.rows()));
    }

    /**
     * Takes in a chunk.
     *
     * @param held time from before its first lock until after its commit
     */
    void saw(int scanned, int matched, int touched, Duration held, Duration target) {
        if (scanned > 0) {
            share = 0.7 * share + 0.3 * matched / scanned;
        }
        if (touched < Math.min(LEAST, limit())) {
            return; // nearly all of its time was the commit, which says nothing of the rows
        }
        double fitting = rows * target.toNanos() / Math.max(1, held.toNanos());
        double next = fitting < rows ? (rows + fitting) / 2 : Math.min(fitting, rows * GROWTH);
        boolean full = touched >= 0.8 * limit();
        if (next < rows || full) {
            rows = Math.max(Math.min(LEAST, bounds.rows()), Math.min(next, bounds.rows()));
        }
    }
}

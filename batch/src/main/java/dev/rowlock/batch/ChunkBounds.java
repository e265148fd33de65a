package dev.rowlock.batch;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;

/**
 * How much one transaction may do (C6). The number of rows follows the time their locks are held. Immutable.
 *
 * @param rows at most that many rows, 1 to 10 000; more than 500 only on purpose
 * @param target how long rows may stay locked, 1 ms to 1 s; an online request that wants one of them waits at most about that long
 */
public record ChunkBounds(int rows, Duration target) {
    /** C6. */
    public static final int USUAL_ROWS = 500;

    private static final int MOST_ROWS = 10_000;
    private static final Duration USUAL_TARGET = Duration.ofMillis(8);

    public ChunkBounds {
        if (rows < 1 || rows > MOST_ROWS) {
            throw new ConfigurationException("a chunk of " + rows + " rows: write 1 to " + MOST_ROWS);
        }
        if (target.compareTo(Duration.ofMillis(1)) < 0 || target.compareTo(Duration.ofSeconds(1)) > 0) {
            throw new ConfigurationException("a chunk's time must be 1 ms to 1 s, not " + target.toMillis() + " ms");
        }
    }

    /** At most 500 rows, locked for about 8 ms. */
    public static ChunkBounds usual() {
        return new ChunkBounds(USUAL_ROWS, USUAL_TARGET);
    }

    public ChunkBounds withRows(int most) {
        return new ChunkBounds(most, target);
    }

    public ChunkBounds withTarget(Duration time) {
        return new ChunkBounds(rows, time);
    }
}

package dev.rowlock.batch.internal;

import dev.rowlock.pacing.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * When a shard whose scan is over is gone round again for the rows that were held: soon while some become free, ever more rarely while none
 * does. Thread-safe.
 */
final class Rounds {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private record Next(Duration at, Duration pause) {}

    private final Ticker ticker;
    private final Map<Integer, Next> shards = new HashMap<>();
    private final Map<Integer, Long> begins = new HashMap<>();

    Rounds(Ticker ticker) {
        this.ticker = ticker;
    }

    /** A round is over. */
    synchronized void went(int shard, int crossed) {
        Next before = shards.get(shard);
        Duration pause =
                before == null || crossed > 0 ? FIRST_PAUSE : before.pause().multipliedBy(2);
        Duration bounded = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
        shards.put(shard, new Next(ticker.now().plus(bounded), bounded));
    }

    /** The row of the ledger after which the next round begins. */
    synchronized long from(int shard) {
        return begins.getOrDefault(shard, 0L);
    }

    /** The next round begins after this row, which had to wait: others are to have their turn; 0 for all of them. */
    synchronized void beginAfter(int shard, long row) {
        begins.put(shard, row);
    }

    synchronized boolean isDue(int shard) {
        Next next = shards.get(shard);
        return next == null || next.at().compareTo(ticker.now()) <= 0;
    }
}

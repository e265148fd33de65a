package dev.rowlock.batch.internal;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.pacing.Ticker;
import dev.rowlock.pacing.signal.Loss;
import dev.rowlock.pacing.signal.OwnLosses;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Is told of chunks that gave up a wait: those the server counts are the batch's own losses and not online traffic's; once a minute an event tells. Thread-safe. */
final class WaitLog {
    private static final Duration EVERY = Duration.ofMinutes(1);

    private final Transactions transactions;
    private final Events events;
    private final long run;
    private final OwnLosses losses;
    private final Ticker ticker;
    private @Nullable Duration toldOrNull;

    WaitLog(Transactions transactions, Events events, long run, OwnLosses losses, Ticker ticker) {
        this.transactions = transactions;
        this.events = events;
        this.run = run;
        this.losses = losses;
        this.ticker = ticker;
    }

    void waited(Waited waited) {
        if (waited.counted() == Waited.Counted.BY_THE_SERVER) {
            losses.add(Loss.LOCK_WAIT_TIMEOUT);
        }
        if (isDue()) {
            transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
                events.add(
                        connection,
                        run,
                        "waits",
                        "a chunk met a lock beside its rows, which no statement passes over, and gave up ("
                                + waited.getMessage()
                                + "): such as the gap of an index that a REPEATABLE READ transaction guards, or a parent's row."
                                + " It goes row by row, and leaves for later what waits still",
                        null);
                return run;
            });
        }
    }

    private synchronized boolean isDue() {
        Duration now = ticker.now();
        Duration told = toldOrNull;
        if (told != null && now.minus(told).compareTo(EVERY) < 0) {
            return false;
        }
        toldOrNull = now;
        return true;
    }
}

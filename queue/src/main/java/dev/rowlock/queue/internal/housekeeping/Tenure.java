package dev.rowlock.queue.internal.housekeeping;

import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.internal.census.Counting;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The duty of keeping house, and what is done only while it is held: expired rows, days of history, released kinds, and the census. Used by the housekeeper's
 * thread; anybody may ask whether it is held.
 */
final class Tenure {
    private static final Logger log = LoggerFactory.getLogger(Tenure.class);

    private static final long SOON = Duration.ofSeconds(1).toNanos();
    private static final long EXTEND_AFTER = Duty.LEASE.toNanos() / 3;
    private static final long UPKEEP_EVERY = Duration.ofMinutes(10).toNanos();

    private final String name;
    private final Transactions transactions;
    private final Expiry expiry;
    private final Partitions partitions;
    private final QuarantineUpkeep quarantine;
    private final LongSupplier ticker;

    private volatile boolean held;
    private @Nullable Duty duty;
    private @Nullable Counting counting;
    private long extendAt;
    private long upkeepAt;
    private long countAt;

    Tenure(String name, Transactions transactions, int keepDays, LongSupplier ticker) {
        this.name = name;
        this.transactions = transactions;
        this.expiry = new Expiry(transactions);
        this.partitions = new Partitions(transactions.dataSource(), keepDays);
        this.quarantine = new QuarantineUpkeep(transactions);
        this.ticker = ticker;
    }

    boolean isHeld() {
        return held;
    }

    /** While it is held: how long until there is something to do. */
    long until(long now) {
        return Math.min(extendAt - now, Math.min(upkeepAt - now, countAt - now));
    }

    /** While it is held: jobs come or go, which is counted soon. */
    void poke(long now) {
        Counting mine = counting;
        if (mine != null) {
            mine.poke();
            countAt = Math.min(countAt - now, SOON) + now;
        }
    }

    /** While it is held: whether the lease is to be extended. */
    boolean isToBeExtended() {
        return ticker.getAsLong() - extendAt >= 0;
    }

    /** Takes the duty, or keeps it. */
    void hold() {
        long now = ticker.getAsLong();
        Duty mine = duty;
        if (mine == null) {
            mine = new Duty(transactions, name);
            duty = mine;
        }
        boolean before = held;
        held = mine.hold();
        extendAt = now + EXTEND_AFTER;
        if (held && !before) {
            upkeepAt = now;
            countAt = now;
            counting = new Counting(transactions, ticker);
            log.info("{} keeps house", name);
        }
    }

    /** While it is held: does what is to be done by now. */
    void keepHouse(BooleanSupplier closed) {
        long now = ticker.getAsLong();
        if (now - upkeepAt >= 0) {
            upkeepAt = now + UPKEEP_EVERY;
            expiry.keep(closed);
            partitions.keep();
            quarantine.keep();
        }
        Counting mine = counting;
        if (mine != null && ticker.getAsLong() - countAt >= 0) {
            countAt = ticker.getAsLong() + SOON; // should it fail
            countAt = ticker.getAsLong() + mine.step().toNanos();
        }
    }

    /** Lets others have it at once. */
    void release() {
        Duty mine = duty;
        if (mine == null || !held) {
            return;
        }
        try {
            mine.release();
        } catch (RuntimeException e) {
            log.debug("{} duty not released, it runs out reason=\"{}\"", name, e.getMessage());
        }
    }
}

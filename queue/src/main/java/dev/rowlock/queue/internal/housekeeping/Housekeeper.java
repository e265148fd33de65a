package dev.rowlock.queue.internal.housekeeping;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.RowlockException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.sql.HousekeepingStatements;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps house while it holds the duty: promotes delayed jobs, forgets expired keys, adds and drops days of history. Every worker has one and one at a
 * time is at it. What fails is logged and tried again; it never stops a worker.
 */
public final class Housekeeper implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(Housekeeper.class);

    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration SHORTEST_LOOK = Duration.ofMillis(20);
    private static final Duration APPLY = Duration.ofSeconds(5);
    private static final long EXTEND_AFTER = Duty.LEASE.toNanos() / 3;
    private static final long UPKEEP_EVERY = Duration.ofMinutes(10).toNanos();

    private final String name;
    private final Transactions transactions;
    private final Promotion promotion;
    private final Partitions partitions;
    private final QuarantineUpkeep quarantine;
    private final LongSupplier ticker;
    private final CountDownLatch closed = new CountDownLatch(1);
    private @Nullable Duty duty;
    private boolean held;
    private long heldSince;
    private long upkeepAt;
    private boolean fails;

    public Housekeeper(String name, Transactions transactions, int keepDays, LongSupplier ticker) {
        this.name = name;
        this.transactions = transactions;
        this.promotion = new Promotion(transactions);
        this.partitions = new Partitions(transactions.dataSource(), keepDays);
        this.quarantine = new QuarantineUpkeep(transactions);
        this.ticker = ticker;
    }

    @Override
    public void run() {
        try {
            Duration pause = Duration.ofMillis(ThreadLocalRandom.current().nextLong(50));
            while (!closed.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
                pause = look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        release();
    }

    public void close() {
        closed.countDown();
    }

    /** Does what is to be done; how long until the next look. */
    private Duration look() {
        try {
            Duration pause = holds() ? keepHouse() : jittered(APPLY);
            fails = false;
            return pause;
        } catch (RuntimeException e) {
            failed(e);
            return LOOK;
        }
    }

    private boolean holds() {
        Duty mine = duty;
        if (mine == null) {
            mine = new Duty(transactions, name);
            duty = mine;
        }
        long now = ticker.getAsLong();
        if (!held || now - heldSince >= EXTEND_AFTER) {
            boolean before = held;
            held = mine.hold();
            heldSince = now;
            if (held && !before) {
                upkeepAt = now;
                log.info("{} keeps house", name);
            }
        }
        return held;
    }

    private Duration keepHouse() {
        if (promotion.promote()) {
            return Duration.ZERO;
        }
        long now = ticker.getAsLong();
        if (now - upkeepAt >= 0) {
            upkeepAt = now + UPKEEP_EVERY;
            forgetKeys();
            partitions.keep();
            quarantine.keep();
        }
        return untilNextIsDue();
    }

    private void forgetKeys() {
        int forgotten;
        do {
            forgotten = transactions.inTransaction(
                    Isolation.READ_COMMITTED,
                    connection -> new Call(connection, HousekeepingStatements.KEY_EXPIRE).update());
        } while (forgotten == Rows.MOST_NAMES && closed.getCount() > 0);
    }

    private Duration untilNextIsDue() {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> new Call(connection, HousekeepingStatements.DELAYED_NEXT)
                        .query(row -> Duration.of(row.getLong(1), ChronoUnit.MICROS)).stream()
                                .findFirst()
                                .map(Housekeeper::within)
                                .orElse(LOOK));
    }

    /** A job with a shorter delay may be added at any time. */
    private static Duration within(Duration until) {
        return until.compareTo(SHORTEST_LOOK) < 0 ? SHORTEST_LOOK : until.compareTo(LOOK) > 0 ? LOOK : until;
    }

    private static Duration jittered(Duration pause) {
        long half = pause.toNanos() / 2;
        return Duration.ofNanos(half + ThreadLocalRandom.current().nextLong(half));
    }

    private void failed(RuntimeException e) {
        if (!(e instanceof RowlockException)) {
            log.error("{} housekeeping failed", name, e);
        } else if (!fails) {
            fails = true;
            log.info("{} housekeeping fails, trying on reason=\"{}\"", name, e.getMessage());
        }
    }

    private void release() {
        Duty mine = duty;
        if (mine == null) {
            return;
        }
        try {
            mine.release();
        } catch (RuntimeException e) {
            log.debug("{} duty not released, it runs out reason=\"{}\"", name, e.getMessage());
        }
    }
}

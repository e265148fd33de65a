package dev.rowlock.queue.internal.housekeeping;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.census.Counting;
import dev.rowlock.queue.internal.schedule.Firing;
import dev.rowlock.queue.internal.sql.HousekeepingStatements;
import dev.rowlock.queue.internal.sql.MarkStatements;
import dev.rowlock.queue.internal.sql.SlotStatements;

/** What keeps house, each duty when a test wants it. Used by one thread. */
public final class HouseByHand {
    private static final int KEEP_DAYS = 30;

    /** More than it takes to count a small schema once. */
    private static final int STEPS = 6;

    private final Transactions transactions;

    public HouseByHand(Transactions transactions) {
        this.transactions = transactions;
    }

    public void promote() {
        new Promotion(transactions).promote();
    }

    public void fire() {
        new Firing(transactions, System::nanoTime).fire();
    }

    public void keepDays() {
        new Partitions(transactions.dataSource(), KEEP_DAYS).keep();
    }

    public void keepQuarantine() {
        new QuarantineUpkeep(transactions).keep();
    }

    public void forgetKeys() {
        forget(HousekeepingStatements.KEY_EXPIRE);
    }

    public void forgetRates() {
        forget(SlotStatements.SLOT_EXPIRE);
    }

    public void forgetMarks() {
        forget(MarkStatements.MARK_EXPIRE);
    }

    private void forget(String statement) {
        transactions.inTransaction(Isolation.READ_COMMITTED, connection -> new Call(connection, statement).update());
    }

    /** All queues, from the beginning. */
    public void count() {
        Counting counting = new Counting(transactions, System::nanoTime);
        for (int step = 0; step < STEPS; step++) {
            counting.step();
        }
    }
}

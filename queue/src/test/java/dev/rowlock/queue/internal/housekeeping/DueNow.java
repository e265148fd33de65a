package dev.rowlock.queue.internal.housekeeping;

import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.TestDatabase;

/** Time passes: all delayed jobs are due and promoted. */
public final class DueNow {
    private DueNow() {}

    public static void promote(TestDatabase database) {
        database.execute("UPDATE rowlock_delayed SET due_at = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND");
        Promotion promotion = new Promotion(Transactions.of(database.dataSource()));
        boolean more = true;
        while (more) {
            more = promotion.promote().more();
        }
    }
}

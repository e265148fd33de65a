package dev.rowlock.queue.internal.housekeeping;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.sql.HousekeepingStatements;
import dev.rowlock.queue.internal.sql.MarkStatements;
import dev.rowlock.queue.internal.sql.SlotStatements;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Forgets what has expired, idempotency keys, places in a line's rate and marks of workers, in small transactions. Holds no state. */
final class Expiry {
    private static final List<String> STATEMENTS =
            List.of(HousekeepingStatements.KEY_EXPIRE, SlotStatements.SLOT_EXPIRE, MarkStatements.MARK_EXPIRE);

    private final Transactions transactions;

    Expiry(Transactions transactions) {
        this.transactions = transactions;
    }

    void keep(BooleanSupplier closed) {
        for (String statement : STATEMENTS) {
            int forgotten;
            do {
                forgotten = transactions.inTransaction(
                        Isolation.READ_COMMITTED,
                        connection -> new Call(connection, statement).update(),
                        ReadBack.repeatable());
            } while (forgotten == Rows.MOST_NAMES && !closed.getAsBoolean());
        }
    }
}

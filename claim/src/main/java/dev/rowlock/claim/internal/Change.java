package dev.rowlock.claim.internal;

import dev.rowlock.claim.LeaseState;
import dev.rowlock.mysql.table.Call;
import java.time.Duration;

/**
 * One UPDATE or DELETE of a holder's rows.
 *
 * @param sql the statement in both forms, with the key list open
 * @param set binds the parameters before the key list
 * @param becomes the state of the rows afterwards
 * @param readyIn how long a row that goes back to ready waits at most before it is due
 */
record Change(TableSql.Settle sql, Setter set, LeaseState becomes, Duration readyIn) {
    Change(TableSql.Settle sql, Setter set, LeaseState becomes) {
        this(sql, set, becomes, Duration.ZERO);
    }

    /** Binds what is written. */
    @FunctionalInterface
    interface Setter {
        void bind(Call call);
    }
}

package dev.rowlock.claim.internal;

import dev.rowlock.claim.LeaseState;

/**
 * One UPDATE or DELETE of a holder's rows.
 *
 * @param sql the statement, with the key list open
 * @param set binds the parameters before the key list
 * @param becomes the state of the rows afterwards
 */
record Change(String sql, Setter set, LeaseState becomes) {
    /** Binds what is written. */
    @FunctionalInterface
    interface Setter {
        void bind(Call call);
    }
}

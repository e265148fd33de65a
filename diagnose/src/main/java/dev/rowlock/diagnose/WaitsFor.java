package dev.rowlock.diagnose;

import org.jspecify.annotations.Nullable;

/**
 * One step of the cycle: somebody waits for a lock that somebody else has.
 *
 * @param waiter number of the transaction that waits
 * @param holder number of the transaction it waits for; null when the report does not show it
 * @param holderId transaction id of that one, when it is known, even if the report has no section for it
 * @param lock what is waited for
 */
public record WaitsFor(
        @Nullable Integer waiter,
        @Nullable Integer holder,
        @Nullable String holderId,
        Lock lock) {
    /** {@code (1) waits for (2): PRIMARY of shop.orders}. */
    public String text() {
        return (waiter == null ? "it" : "(" + waiter + ")") + " waits for " + holderText() + ": " + lock.place();
    }

    private String holderText() {
        if (holder != null) {
            return "(" + holder + ")";
        }
        return holderId == null
                ? "a transaction that the report does not name"
                : "transaction " + holderId + ", which the report does not show";
    }
}

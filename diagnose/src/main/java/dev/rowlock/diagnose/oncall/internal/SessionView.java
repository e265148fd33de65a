package dev.rowlock.diagnose.oncall.internal;

import dev.rowlock.diagnose.Side;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A session with an open transaction, or one that waits.
 *
 * @param id the connection id
 * @param thread what other tables of the server call it
 * @param account {@code user@host}
 * @param statement the form of the running statement, else of the latest one, without values; null if unknown
 * @param side batch or online, by the rules given
 * @param age how long its transaction is open
 * @param rowsLocked locks on rows, about
 * @param rowsChanged rows it changed
 * @param idle how long it has done nothing; null while a statement runs
 * @param waiting how long it has been waiting for a lock; null if it does not
 */
public record SessionView(
        long id,
        long thread,
        String account,
        @Nullable String statement,
        Side side,
        Duration age,
        long rowsLocked,
        long rowsChanged,
        @Nullable Duration idle,
        @Nullable Duration waiting) {
    SessionView with(@Nullable String latest, Side newSide) {
        return new SessionView(id, thread, account, latest, newSide, age, rowsLocked, rowsChanged, idle, waiting);
    }

    /** Who it is. */
    String who() {
        return "connection " + id + " of " + account;
    }

    /** Who it is and what it does. */
    String whoAndWhat() {
        return who() + (side == Side.UNKNOWN ? "" : " (" + side.label() + ")") + ", transaction open for "
                + age.toSeconds() + " s, " + rowsLocked + " rows locked, " + rowsChanged + " changed"
                + (idle == null ? "" : ", idle for " + idle.toSeconds() + " s")
                + (statement == null ? "" : (idle == null ? ": " : "; its latest statement: ") + statement);
    }
}

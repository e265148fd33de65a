package dev.rowlock.diagnose;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One transaction of a deadlock. What the report does not say is null or empty.
 *
 * @param number the number in brackets, {@code *** (2) TRANSACTION}; null where the server prints none
 * @param id the server's transaction id, as printed: decimal, hexadecimal, or two words on 5.0
 * @param threadId the connection id
 * @param account {@code user@host}
 * @param sql the statement that was running, possibly cut by the server; masked if the reader was told to
 * @param side by the reader's {@link Sides}
 * @param holds the locks it has that others wait for
 * @param waits what it waits for
 */
public record Transaction(
        @Nullable Integer number,
        @Nullable String id,
        @Nullable Long threadId,
        @Nullable String account,
        @Nullable String sql,
        Side side,
        List<Lock> holds,
        List<Lock> waits) {
    public Transaction {
        holds = List.copyOf(holds);
        waits = List.copyOf(waits);
    }

    /** {@code (2)}, or {@code transaction 3BF88F886} where the server prints no numbers. */
    public String name() {
        if (number != null) {
            return "(" + number + ")";
        }
        return id == null ? "the transaction" : "transaction " + id;
    }
}

package dev.rowlock.diagnose;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One deadlock, as the server reported it and what it means.
 *
 * @param at when; null where the report does not say
 * @param victim the number in {@code *** WE ROLL BACK TRANSACTION (n)}; null where that line is missing or cannot be told from
 *     text in a statement. Never concluded from anything else (C7).
 * @param rolledBack the number of the transaction that was rolled back. The same as {@code victim}, except on some MariaDB (see {@link
 *     VictimNumbering}); null where that is not known.
 * @param transactions in the order printed
 * @param cycle who waits for whom, from the locks printed
 * @param lockOrder the order in which each side takes its locks, such as {@code batch: idx_status -> PRIMARY; online: PRIMARY ->
 *     idx_status}
 * @param advice what avoids this deadlock, most specific first
 * @param notes what a reader of the report should know: lines that look like the report's and are text of a statement, parts that are
 *     missing
 */
public record Deadlock(
        @Nullable Stamp at,
        @Nullable Integer victim,
        @Nullable Integer rolledBack,
        List<Transaction> transactions,
        List<WaitsFor> cycle,
        String lockOrder,
        List<String> advice,
        List<String> notes) {
    public Deadlock {
        transactions = List.copyOf(transactions);
        cycle = List.copyOf(cycle);
        advice = List.copyOf(advice);
        notes = List.copyOf(notes);
    }

    /** The transaction that was rolled back, when it is known and shown. */
    public Optional<Transaction> victimTransaction() {
        return transactions.stream()
                .filter(transaction -> rolledBack != null && rolledBack.equals(transaction.number()))
                .findFirst();
    }

    /** The side that was rolled back (C7), {@link Side#UNKNOWN} included. */
    public Side victimSide() {
        return victimTransaction().map(Transaction::side).orElse(Side.UNKNOWN);
    }
}

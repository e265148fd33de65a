package dev.rowlock.diagnose.internal.report;

import dev.rowlock.diagnose.Stamp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One report as its lines say it.
 *
 * @param victim the number of the line that names it
 * @param notes what a reader should know
 */
public record RawDeadlock(
        @Nullable Stamp at, @Nullable Integer victim, List<RawTransaction> transactions, List<String> notes) {
    public RawDeadlock {
        transactions = List.copyOf(transactions);
        notes = List.copyOf(notes);
    }
}

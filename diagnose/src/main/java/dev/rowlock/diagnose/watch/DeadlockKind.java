package dev.rowlock.diagnose.watch;

import dev.rowlock.diagnose.Deadlock;
import dev.rowlock.diagnose.Side;
import dev.rowlock.diagnose.internal.statement.SqlPattern;
import java.util.List;

/**
 * Deadlocks that are counted as one kind: the same statements, the same side rolled back. Holds no values of statements.
 *
 * @param statements the forms of the statements that met, in alphabetical order, whoever came first; a transaction whose statement the
 *     report does not show has an empty one
 * @param victimSide who was rolled back (C7)
 */
public record DeadlockKind(List<String> statements, Side victimSide) {
    public DeadlockKind {
        statements = List.copyOf(statements);
    }

    public static DeadlockKind of(Deadlock deadlock) {
        List<String> statements = deadlock.transactions().stream()
                .map(transaction -> transaction.sql() == null ? "" : SqlPattern.of(transaction.sql()))
                .sorted()
                .toList();
        return new DeadlockKind(statements, deadlock.victimSide());
    }

    /** The statements as one label. */
    public String label() {
        return String.join(
                " <> ",
                statements.stream()
                        .map(statement -> statement.isEmpty() ? "(statement not shown)" : statement)
                        .toList());
    }
}

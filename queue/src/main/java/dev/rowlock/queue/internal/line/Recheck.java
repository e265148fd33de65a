package dev.rowlock.queue.internal.line;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.sql.LineStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Sees to it that limited lines are looked at again when their limits have changed. Thread-safe. */
public final class Recheck {
    private static final int MOST_LINES = 200;

    private final Transactions transactions;

    public Recheck(Transactions transactions) {
        this.transactions = transactions;
    }

    /** Leaves a ticket for each of a queue's limited lines, in short transactions. How many there are. */
    public int lookAgain(int queue) {
        String after = LineKey.beforeLimited();
        int lines = 0;
        List<Ticket> part;
        do {
            String from = after;
            part = transactions.inTransaction(
                    Isolation.READ_COMMITTED,
                    connection -> {
                        List<Ticket> next = next(connection, queue, from);
                        Tickets.leave(connection, queue, next);
                        return next;
                    },
                    ReadBack.repeatable());
            lines += part.size();
            after = part.isEmpty() ? after : part.get(part.size() - 1).line();
        } while (part.size() == MOST_LINES);
        return lines;
    }

    private static List<Ticket> next(Connection connection, int queue, String from) throws SQLException {
        List<Ticket> tickets = new ArrayList<>();
        String after = from;
        while (tickets.size() < MOST_LINES) {
            List<Ticket> next = new Call(connection, LineStatements.LINE_NEXT)
                    .with(queue)
                    .with(after)
                    .query(row -> new Ticket(
                            new Place(row.getInt(2), Tickets.beside(JobId.of(row.getBytes(3)))),
                            Objects.requireNonNull(row.getString(1))));
            if (next.isEmpty()) {
                return tickets;
            }
            tickets.addAll(next);
            after = next.get(0).line();
        }
        return tickets;
    }
}

package dev.rowlock.queue.internal.line;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.sql.LineStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Rows among the ready jobs that are no jobs: each says that jobs wait in a line, and is thrown away by the claim that has seen to it. Where
 * jobs wait and no slot of their line is in use, there is a ticket; one too many does no harm. Whoever is in doubt leaves one.
 */
public final class Tickets {
    /** The kind of a ticket; kinds of jobs are never empty. */
    public static final String KIND = "";

    /** The variant bits of a job's id are 10; those of a ticket 11, so that it is never equal to a job's. */
    private static final long VARIANT = 3L << 62;

    private Tickets() {}

    /** A new id beside that of a job. By chance, so that nobody waits for anybody who inserts or removes another ticket of the job. */
    public static JobId beside(JobId job) {
        long low = ThreadLocalRandom.current().nextLong() | VARIANT;
        return new JobId(new UUID(job.uuid().getMostSignificantBits(), low));
    }

    /** Leaves tickets. */
    public static void leave(Connection connection, int queue, Collection<Ticket> tickets) throws SQLException {
        if (tickets.isEmpty()) {
            return;
        }
        Call call = new Call(
                connection, LineStatements.TICKET_INSERT + Rows.repeated(LineStatements.TICKET_ROW, tickets.size()));
        for (Ticket ticket : tickets) {
            call.with(queue)
                    .with(ticket.place().priority())
                    .with(ticket.place().id().bytes())
                    .with(ticket.line());
        }
        call.update();
    }

    /** Puts one off. The row it has among the ready jobs is still to be removed. */
    static void delay(Connection connection, int queue, Ticket ticket, long micros) throws SQLException {
        new Call(connection, LineStatements.TICKET_DELAY)
                .with(micros)
                .with(queue)
                .with(ticket.place().priority())
                .with(ticket.place().id().bytes())
                .with(ticket.line())
                .update();
    }
}

package dev.rowlock.queue.internal.line;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.sql.SlotStatements;
import dev.rowlock.queue.internal.unique.UniqueKeys;
import dev.rowlock.queue.internal.unique.UniqueName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Gives back what one job held that is over, in somebody's transaction, at any isolation level: its line is left to a ticket. Waits for a claim
 * that looks at the slot, and for callers who were told of the job by its unique key.
 */
public final class Release {
    private Release() {}

    public static void of(Connection connection, int queue, Place place, Ties ties) throws SQLException {
        String line = ties.line();
        if (line != null && ties.hasSlot()) {
            new Call(connection, SlotStatements.SLOT_FREE_ONE)
                    .with(queue)
                    .with(line)
                    .with(ties.slot())
                    .with(place.id().bytes())
                    .update();
            Place beside = new Place(place.priority(), Tickets.beside(place.id()));
            Tickets.leave(connection, queue, List.of(new Ticket(beside, line)));
        }
        String unique = ties.unique();
        if (unique != null) {
            new UniqueKeys(queue).freeOne(connection, UniqueName.of(unique).name(), place.id());
        }
    }
}

package dev.rowlock.queue.internal.line;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.sql.SlotStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The rate of one queue: so many places, each of which may be used again a period after its last use. A claim locks as many as it wants jobs, passing over
 * those of other claims, and uses as many as it took jobs; so no more jobs begin in any period than there are places, nobody waits for anybody, and there is no
 * row that everybody writes. Holds no state.
 */
public final class QueueRate {
    /** Of a claim that comes when nothing is left: it is not worth a claim for each single place. */
    private static final long SHORTEST_WAIT_MICROS = 10_000;

    private final int queue;

    public QueueRate(int queue) {
        this.queue = queue;
    }

    /** Locks so many places that may be used now, fewer if there are no more. */
    public List<Integer> lock(Connection connection, Limits limits, int most) throws SQLException {
        return new Call(connection, SlotStatements.RATE_LOCK)
                .with(queue)
                .with(Slot.FIRST_OF_RATE + limits.rate())
                .with(most)
                .query(row -> row.getInt(1));
    }

    /** Uses places that are locked. */
    public void use(Connection connection, Limits limits, List<Integer> places) throws SQLException {
        for (List<Integer> part : Rows.parts(places)) {
            Call call = new Call(connection, SlotStatements.RATE_USE.replace("{ids}", Rows.names(part.size())))
                    .with(limits.periodMicros())
                    .with(queue);
            part.forEach(call::with);
            call.update();
        }
    }

    /** How long until there is more, when there is nothing now. */
    public long waitMicros(Connection connection, Limits limits) throws SQLException {
        return new Call(connection, SlotStatements.RATE_NEXT)
                .with(queue)
                .with(Slot.FIRST_OF_RATE + limits.rate())
                .query(row -> Math.max(SHORTEST_WAIT_MICROS, row.getLong(1)))
                .get(0);
    }

    /** Sees to it that there are this many places; those in use stay so, for the period from now at the longest. */
    public void prepare(Connection connection, int rate, long periodMicros) throws SQLException {
        List<Integer> numbers = IntStream.range(Slot.FIRST_OF_RATE, Slot.FIRST_OF_RATE + rate)
                .boxed()
                .toList();
        for (List<Integer> part : Rows.parts(numbers)) {
            Call call =
                    new Call(connection, SlotStatements.RATE_ADD + Rows.repeated(SlotStatements.RATE_ROW, part.size()));
            part.forEach(number -> call.with(queue).with(number));
            call.update();
        }
        new Call(connection, SlotStatements.RATE_SHORTEN)
                .with(periodMicros)
                .with(queue)
                .update();
    }
}

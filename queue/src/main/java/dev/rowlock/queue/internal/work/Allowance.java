package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.internal.line.LimitTable;
import dev.rowlock.queue.internal.line.Limits;
import dev.rowlock.queue.internal.line.QueueRate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one claim may take of its queue by the limits of the queue and of kinds, in the claim's transaction. Used once. */
final class Allowance {
    /** Of a queue that has no such limit: nothing is asked. */
    static final Allowance FREE = new Allowance(null, null, null, List.of());

    private final @Nullable LimitTable table;
    private final @Nullable QueueRate rate;
    private final @Nullable Limits limits;
    private final List<Integer> places;

    private Allowance(
            @Nullable LimitTable table, @Nullable QueueRate rate, @Nullable Limits limits, List<Integer> places) {
        this.table = table;
        this.rate = rate;
        this.limits = limits;
        this.places = places;
    }

    /** Reads the limits, and locks places of the queue's rate for so many jobs at most. */
    static Allowance of(Connection connection, int queue, int most) throws SQLException {
        LimitTable table = LimitTable.read(connection, queue);
        Limits limits = table.ofQueue().orElse(null);
        if (limits == null) {
            return new Allowance(table, null, null, List.of());
        }
        QueueRate rate = new QueueRate(queue);
        return new Allowance(table, rate, limits, rate.lock(connection, limits, most));
    }

    /** Of so many jobs. */
    int most(int wanted) {
        return rate == null ? wanted : Math.min(wanted, places.size());
    }

    /** Whether jobs of this kind wait in a line of their own. */
    boolean holds(String kind) {
        return table != null && table.holds(kind);
    }

    /** So many were taken. How long until there is more, in microseconds, when more was wanted than was allowed; otherwise 0. */
    long use(Connection connection, int taken, int wanted) throws SQLException {
        if (rate == null || limits == null) {
            return 0;
        }
        if (taken > 0) {
            rate.use(connection, limits, places.subList(0, taken));
        }
        return wanted > places.size() ? rate.waitMicros(connection, limits) : 0;
    }
}

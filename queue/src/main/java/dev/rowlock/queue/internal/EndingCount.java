package dev.rowlock.queue.internal;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.Ending;
import dev.rowlock.queue.internal.sql.CycleStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;

/** Counts one job's ending in the transaction that ends it, in a slot by chance, so that no row is hot. */
final class EndingCount {
    private static final int SLOTS = 64;

    private EndingCount() {}

    static void add(Connection connection, int queue, Ending ending) throws SQLException {
        new Call(connection, CycleStatements.COUNTER_ADD)
                .with(queue)
                .with(ending.code())
                .with(ThreadLocalRandom.current().nextInt(SLOTS))
                .with(1)
                .with(1)
                .update();
    }
}

package dev.rowlock.queue.internal;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.Ending;
import dev.rowlock.queue.internal.sql.CycleStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;

/** Counts endings in the transaction that brings them about, in a slot by chance, so that no row is hot. */
public final class EndingCount {
    private static final int SLOTS = 64;

    private EndingCount() {}

    static void add(Connection connection, int queue, Ending ending) throws SQLException {
        add(connection, queue, ending, 1);
    }

    public static void add(Connection connection, int queue, Ending ending, int jobs) throws SQLException {
        new Call(connection, CycleStatements.COUNTER_ADD)
                .with(queue)
                .with(ending.code())
                .with(ThreadLocalRandom.current().nextInt(SLOTS))
                .with(jobs)
                .with(jobs)
                .update();
    }
}

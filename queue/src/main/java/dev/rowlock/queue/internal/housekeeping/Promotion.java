package dev.rowlock.queue.internal.housekeeping;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.sql.HousekeepingStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Moves delayed jobs that are due to where claims look. Several processes may do so at once: they pass over each other's rows. After a crash before
 * the commit nothing has moved.
 */
final class Promotion {
    private final Transactions transactions;

    Promotion(Transactions transactions) {
        this.transactions = transactions;
    }

    /**
     * What one transaction did.
     *
     * @param more whether there may be more to move at once
     */
    record Result(int moved, boolean more) {}

    /** Looks at up to 500 jobs in one transaction. */
    Result promote() {
        return transactions.inTransaction(Isolation.READ_COMMITTED, this::promote);
    }

    private Result promote(Connection connection) throws SQLException {
        List<JobId> due = new Call(connection, HousekeepingStatements.DELAYED_DUE)
                .with(Rows.MOST_NAMES)
                .query(row -> JobId.of(row.getBytes(1)));
        List<JobId> locked = due.isEmpty() ? due : lock(connection, due);
        if (!locked.isEmpty()) {
            named(connection, HousekeepingStatements.DELAYED_PROMOTE, locked).update();
            named(connection, HousekeepingStatements.DELAYED_REMOVE, locked).update();
        }
        return new Result(locked.size(), !locked.isEmpty() && due.size() == Rows.MOST_NAMES);
    }

    private static List<JobId> lock(Connection connection, List<JobId> due) throws SQLException {
        return named(connection, HousekeepingStatements.DELAYED_LOCK_DUE, due).query(row -> JobId.of(row.getBytes(1)));
    }

    private static Call named(Connection connection, String statement, List<JobId> ids) {
        Call call = new Call(connection, statement.replace("{ids}", Rows.names(ids.size())));
        ids.stream().sorted().forEach(id -> call.with(id.bytes()));
        return call;
    }
}

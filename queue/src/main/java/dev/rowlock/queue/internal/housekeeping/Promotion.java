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

    /** Moves up to 500 jobs in one transaction; how many. */
    int promote() {
        return transactions.inTransaction(Isolation.READ_COMMITTED, this::promote);
    }

    private int promote(Connection connection) throws SQLException {
        List<JobId> due = new Call(connection, HousekeepingStatements.DELAYED_DUE)
                .with(Rows.MOST_NAMES)
                .query(row -> JobId.of(row.getBytes(1)));
        if (!due.isEmpty()) {
            named(connection, HousekeepingStatements.DELAYED_PROMOTE, due);
            named(connection, HousekeepingStatements.DELAYED_REMOVE, due);
        }
        return due.size();
    }

    private static void named(Connection connection, String statement, List<JobId> ids) throws SQLException {
        Call call = new Call(connection, statement.replace("{ids}", Rows.names(ids.size())));
        ids.stream().sorted().forEach(id -> call.with(id.bytes()));
        call.update();
    }
}

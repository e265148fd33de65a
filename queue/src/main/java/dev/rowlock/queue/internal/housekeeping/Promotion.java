package dev.rowlock.queue.internal.housekeeping;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.sql.HousekeepingStatements;
import dev.rowlock.queue.internal.sql.LineStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Moves delayed jobs that are due to where claims look. Several processes may do so at once: they pass over each other's rows. After a crash before
 * the commit nothing has moved.
 */
final class Promotion {
    /** Where a delayed row goes. */
    private enum Target {
        JOB(HousekeepingStatements.DELAYED_PROMOTE),
        /** A job that has to wait for its turn. */
        LINED(LineStatements.DELAYED_TO_LINE, LineStatements.DELAYED_TICKETS),
        TICKET(LineStatements.DELAYED_TICKETS_DUE);

        private final List<String> statements;

        Target(String... statements) {
            this.statements = List.of(statements);
        }
    }

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
        return transactions.inTransaction(Isolation.READ_COMMITTED, this::promote, ReadBack.repeatable());
    }

    private Result promote(Connection connection) throws SQLException {
        List<JobId> due = new Call(connection, HousekeepingStatements.DELAYED_DUE)
                .with(Rows.MOST_NAMES)
                .query(row -> JobId.of(row.getBytes(1)));
        Map<Target, List<JobId>> locked = due.isEmpty() ? Map.of() : lock(connection, due);
        for (Map.Entry<Target, List<JobId>> part : locked.entrySet()) {
            for (String statement : part.getKey().statements) {
                named(connection, statement, part.getValue()).update();
            }
            named(connection, HousekeepingStatements.DELAYED_REMOVE, part.getValue())
                    .update();
        }
        int moved = locked.values().stream().mapToInt(List::size).sum();
        return new Result(moved, !locked.isEmpty() && due.size() == Rows.MOST_NAMES);
    }

    private static Map<Target, List<JobId>> lock(Connection connection, List<JobId> due) throws SQLException {
        Map<Target, List<JobId>> locked = new EnumMap<>(Target.class);
        named(connection, HousekeepingStatements.DELAYED_LOCK_DUE, due)
                .query(row -> Map.entry(Target.valueOf(row.getString(2)), JobId.of(row.getBytes(1))))
                .forEach(row -> locked.computeIfAbsent(row.getKey(), target -> new ArrayList<>())
                        .add(row.getValue()));
        return locked;
    }

    private static Call named(Connection connection, String statement, List<JobId> ids) {
        Call call = new Call(connection, statement.replace("{ids}", Rows.names(ids.size())));
        ids.stream().sorted().forEach(id -> call.with(id.bytes()));
        return call;
    }
}

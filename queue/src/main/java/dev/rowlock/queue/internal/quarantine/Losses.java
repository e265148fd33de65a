package dev.rowlock.queue.internal.quarantine;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.sql.QuarantineStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Keeps account of leases that ended without an answer, in a transaction that is open. A loss is excused when the holder speaks after all, because it is
 * alive then and the lease ended for another reason (an outage, a long pause, an orderly close), and when the job is answered by another. Holds no state.
 */
public final class Losses {
    private Losses() {}

    /** Which of these jobs were lost before, and neither excused nor answered since. */
    public static Set<JobId> earlier(Connection connection, Collection<JobId> jobs) throws SQLException {
        Set<JobId> found = new HashSet<>();
        for (List<JobId> part : Rows.parts(jobs.stream().sorted().toList())) {
            found.addAll(
                    named(connection, QuarantineStatements.LOSS_EARLIER, part).query(row -> JobId.of(row.getBytes(1))));
        }
        return found;
    }

    /** These are lost. */
    public static void note(Connection connection, List<Lost> all) throws SQLException {
        put(connection, all, 0, QuarantineStatements.LOSS_KEEP);
    }

    /** The holder of these is alive, or went in good order. */
    public static void excuse(Connection connection, List<Lost> all) throws SQLException {
        put(connection, all, 1, QuarantineStatements.LOSS_EXCUSE);
    }

    private static void put(Connection connection, List<Lost> all, int excused, String rest) throws SQLException {
        for (List<Lost> part : Rows.parts(all.stream().sorted(Lost.KEY_ORDER).toList())) {
            Call call = new Call(
                    connection,
                    QuarantineStatements.LOSS_INSERT
                            + Rows.repeated(QuarantineStatements.LOSS_ROW, part.size())
                            + rest);
            for (Lost lost : part) {
                call.with(lost.id().bytes())
                        .with(lost.token())
                        .with(lost.kind())
                        .with(lost.again() == Lost.Again.REPEATED ? 1 : 0)
                        .with(excused)
                        .with(lost.answered());
            }
            call.update();
        }
    }

    /** These jobs have an answer now, whoever lost them before. */
    public static void answered(Connection connection, Collection<JobId> jobs) throws SQLException {
        for (List<JobId> part : Rows.parts(jobs.stream().sorted().toList())) {
            named(connection, QuarantineStatements.LOSS_ANSWERED, part).update();
        }
    }

    private static Call named(Connection connection, String statement, List<JobId> part) {
        Call call = new Call(connection, statement.replace("{ids}", Rows.names(part.size())));
        part.forEach(id -> call.with(id.bytes()));
        return call;
    }
}

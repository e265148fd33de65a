package dev.rowlock.batch.internal.plan;

import dev.rowlock.batch.PlanNote;
import dev.rowlock.batch.internal.Shard;
import dev.rowlock.batch.internal.TargetSql;
import dev.rowlock.batch.internal.sql.PlanStatements;
import dev.rowlock.batch.internal.sql.TargetStatements;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.RowKey;
import java.time.Duration;
import java.util.List;

/**
 * Proves with two sessions that a chunk passes over a row that somebody holds. Locks one row exclusively for some milliseconds, if nobody has it, and
 * changes nothing; a process that dies here leaves a session whose lock ends with it.
 */
final class GiveWayProbe {
    private static final Duration AT_ONCE = Duration.ofMillis(500);

    private final Transactions transactions;
    private final TargetSql sql;

    GiveWayProbe(Transactions transactions, TargetSql sql) {
        this.transactions = transactions;
        this.sql = sql;
    }

    PlanNote of(List<RowKey> matching) {
        Shard.Place place = new Shard.Place(0, 0, null, null);
        for (RowKey key : matching) {
            List<PlanNote> answer = transactions.inTransaction(Isolation.READ_COMMITTED, holder -> {
                if (sql.keys(holder, PlanStatements.PLAN_PROBE_HOLD, List.of(key), place)
                        .query(row -> 1)
                        .isEmpty()) {
                    return List.of(); // somebody has it: another row will do
                }
                return List.of(whileHeld(key, place));
            });
            if (!answer.isEmpty()) {
                return answer.get(0);
            }
        }
        return PlanNote.info("gives-way", "no row of the sample is free, so nothing could be proved");
    }

    private PlanNote whileHeld(RowKey key, Shard.Place place) {
        long start = System.nanoTime();
        int range = transactions.inTransaction(
                Isolation.READ_COMMITTED,
                chunk -> sql.closedRange(chunk, TargetStatements.TARGET_LOCK_RANGE, key, key, place)
                        .with(1L)
                        .query(row -> 1)
                        .size());
        int list = transactions.inTransaction(
                Isolation.READ_COMMITTED,
                chunk -> sql.keys(chunk, TargetStatements.TARGET_LOCK_KEYS, List.of(key), place)
                        .query(row -> 1)
                        .size());
        long millis = (System.nanoTime() - start) / 1_000_000;
        return range == 0 && list == 0 && millis < AT_ONCE.toMillis()
                ? PlanNote.info(
                        "gives-way",
                        "proved with two sessions: while one held the row " + key + ", a chunk passed over it, within "
                                + millis + " ms")
                : PlanNote.blocks(
                        "gives-way",
                        "on this server a chunk does not give way: it "
                                + (range + list > 0
                                        ? "got a row that another session held"
                                        : "waited " + millis + " ms for a row"),
                        "use MySQL 8.0+ or MariaDB 10.6+");
    }
}

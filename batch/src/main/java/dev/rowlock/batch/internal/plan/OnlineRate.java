package dev.rowlock.batch.internal.plan;

import dev.rowlock.batch.internal.Target;
import dev.rowlock.batch.internal.sql.PlanStatements;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ServerFamily;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Rows of the table that are written a second, from the server's counter at two moments. Single-row online statements write one each, so it stands
 * for C4's online TPS. MySQL only: MariaDB keeps no such counter unless told. Locks nothing. Used by one thread.
 */
final class OnlineRate {
    private static final double SHORTEST_SECONDS = 0.4;

    private final Transactions transactions;
    private final ServerFamily family;
    private final Target target;
    private final long began = System.nanoTime();
    private final OptionalLong before;

    OnlineRate(Transactions transactions, ServerFamily family, Target target) {
        this.transactions = transactions;
        this.family = family;
        this.target = target;
        this.before = read();
    }

    private OptionalLong read() {
        if (family == ServerFamily.MARIADB) {
            return OptionalLong.empty();
        }
        try {
            List<Long> found = transactions.inTransaction(
                    Isolation.READ_COMMITTED,
                    connection -> new Call(connection, PlanStatements.PLAN_TABLE_WRITES)
                            .with(target.name().schema().orElseThrow().name())
                            .with(target.name().table().name())
                            .query(row -> row.getLong(1)));
            // No row in the summary: performance_schema is off, or its list of tables is full.
            return found.isEmpty() ? OptionalLong.empty() : OptionalLong.of(found.get(0));
        } catch (StoreException e) {
            if (e.failure() == Failure.OTHER) {
                return OptionalLong.empty(); // not allowed
            }
            throw e;
        }
    }

    /** Rows a second since this was made, over half a second at least; {@code null} when the server does not tell. */
    @Nullable
    Double perSecond() throws InterruptedException {
        if (before.isEmpty()) {
            return null;
        }
        double missing = SHORTEST_SECONDS - (System.nanoTime() - began) / 1e9;
        if (missing > 0) {
            new CountDownLatch(1).await((long) (missing * 1e3), TimeUnit.MILLISECONDS);
        }
        OptionalLong after = read();
        double seconds = (System.nanoTime() - began) / 1e9;
        return after.isEmpty() || after.getAsLong() < before.getAsLong()
                ? null
                : (Double) ((after.getAsLong() - before.getAsLong()) / seconds);
    }
}

package dev.rowlock.queue.internal.quarantine;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.sql.QuarantineStatements;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Brings back jobs that were put aside, a page at a time in a short transaction each. After a crash in between, the rest stays aside until the next
 * upkeep of whoever keeps house. Thread-safe.
 */
public final class Parking {
    private static final JobId BEGIN = new JobId(new UUID(0, 0));

    private final Transactions transactions;

    public Parking(Transactions transactions) {
        this.transactions = transactions;
    }

    /** Makes the jobs of these kinds due. How many. */
    public long free(Predicate<String> kinds) {
        long freed = 0;
        JobId after = BEGIN;
        for (List<Map.Entry<JobId, String>> page = page(after); !page.isEmpty(); page = page(after)) {
            after = page.get(page.size() - 1).getKey();
            List<JobId> due = page.stream()
                    .filter(job -> kinds.test(job.getValue()))
                    .map(Map.Entry::getKey)
                    .toList();
            for (List<JobId> part : Rows.parts(due)) {
                freed += transactions.inTransaction(
                        Isolation.READ_COMMITTED,
                        connection -> {
                            Call call = new Call(
                                    connection, QuarantineStatements.UNPARK.replace("{ids}", Rows.names(part.size())));
                            part.forEach(id -> call.with(id.bytes()));
                            return call.update();
                        },
                        ReadBack.repeatable());
            }
        }
        return freed;
    }

    private List<Map.Entry<JobId, String>> page(JobId after) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> new Call(connection, QuarantineStatements.PARKED)
                        .with(after.bytes())
                        .query(row -> Map.entry(JobId.of(row.getBytes(1)), Objects.requireNonNull(row.getString(2)))),
                ReadBack.nothingWritten());
    }
}

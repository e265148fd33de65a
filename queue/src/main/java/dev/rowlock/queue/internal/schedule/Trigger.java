package dev.rowlock.queue.internal.schedule;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.internal.Enqueuer;
import dev.rowlock.queue.internal.Seating;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Enqueues a schedule's job at once, beside its own firings. Thread-safe. */
public final class Trigger {
    private final Transactions transactions;
    private final Enqueuing enqueuing;

    public Trigger(Transactions transactions, LongSupplier ticker) {
        this.transactions = transactions;
        this.enqueuing = new Enqueuing(transactions, ticker);
    }

    /** The job; empty when there is no such schedule. A COMMIT whose answer was lost is read back. */
    public Optional<JobId> trigger(String name) {
        return transactions
                .inTransaction(
                        Isolation.READ_COMMITTED,
                        connection -> ScheduleRow.find(connection, name),
                        ReadBack.nothingWritten())
                .map(this::enqueue);
    }

    private JobId enqueue(ScheduleRow row) {
        List<NewJob> jobs = List.of(row.definition().job(row.name(), row.now()));
        Enqueuer enqueuer = enqueuing.of(row);
        return transactions
                .inTransaction(
                        Isolation.READ_COMMITTED,
                        connection -> enqueuer.enqueue(connection, jobs, Seating.none()),
                        (connection, outcomes) -> enqueuer.readBack(connection, jobs, outcomes))
                .get(0)
                .id();
    }
}

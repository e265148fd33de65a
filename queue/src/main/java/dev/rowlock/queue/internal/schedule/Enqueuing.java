package dev.rowlock.queue.internal.schedule;

import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.internal.Enqueuer;
import dev.rowlock.queue.internal.JobIds;
import dev.rowlock.queue.internal.ServerClock;
import dev.rowlock.queue.internal.lookout.House;
import java.util.function.LongSupplier;

/** Makes the jobs of schedules, into whatever queue they name. Thread-safe. */
final class Enqueuing {
    private final ServerClock clock;
    private final JobIds ids = new JobIds();
    private final House nobody;

    Enqueuing(Transactions transactions, LongSupplier ticker) {
        this.clock = new ServerClock(ticker);
        this.nobody = new House(transactions, 1);
    }

    /** The payload's size was judged when the schedule was defined. Nobody at home is told: who fires wakes workers himself. */
    Enqueuer of(ScheduleRow row) {
        return new Enqueuer(row.definition().queue(), Integer.MAX_VALUE, clock, ids, nobody);
    }
}

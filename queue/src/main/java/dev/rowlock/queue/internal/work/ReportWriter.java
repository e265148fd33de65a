package dev.rowlock.queue.internal.work;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
import dev.rowlock.mysql.RowlockException;
import dev.rowlock.mysql.Transactions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what running attempts tell, every third of a lease, in a transaction apart from that of the leases: what an application logs must not cost a lease.
 * What could not be written is written next time, or with the result. Used by one thread.
 */
final class ReportWriter {
    private static final Logger log = LoggerFactory.getLogger(ReportWriter.class);

    private final Plan plan;
    private final Transactions transactions;
    private final LateReports late;
    private final LongSupplier ticker;
    private long writeAfter;
    private boolean fails;

    ReportWriter(Plan plan, Transactions transactions, LateReports late, LongSupplier ticker) {
        this.plan = plan;
        this.transactions = transactions;
        this.late = late;
        this.ticker = ticker;
        this.writeAfter = ticker.getAsLong();
    }

    /** When it is time: what is new about these, and about those that ended without a result of ours. */
    void write(List<Held> held) {
        if (ticker.getAsLong() - writeAfter >= 0 && writeNow(held)) {
            writeAfter = ticker.getAsLong() + plan.lease().toNanos() / 3;
        }
    }

    /** What is left when the worker ends. */
    void writeLast() {
        writeNow(List.of());
    }

    /** Whether there was anything. */
    private boolean writeNow(List<Held> held) {
        List<Held> all = new ArrayList<>(held);
        all.addAll(late.take());
        List<Reports.News> news = Reports.of(all);
        if (!news.isEmpty()) {
            send(news);
        }
        return !news.isEmpty();
    }

    private void send(List<Reports.News> news) {
        try {
            transactions.inTransaction(
                    Isolation.READ_COMMITTED,
                    connection -> {
                        Reports.write(connection, news);
                        return news.size();
                    },
                    ReadBack.repeatable());
            news.forEach(Reports.News::written);
            fails = false;
        } catch (RuntimeException e) {
            if (!(e instanceof RowlockException)) {
                log.error("{} progress and logs not written", plan.name(), e);
            } else if (!fails) {
                log.info(
                        "{} progress and logs not written jobs={} reason=\"{}\"",
                        plan.name(),
                        news.size(),
                        e.getMessage());
            }
            fails = true;
        }
    }
}

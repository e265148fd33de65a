package dev.rowlock.diagnose.oncall;

import java.time.Duration;

/**
 * From where on something is a finding. Deadlocks need none: one on the table is one too many (C10).
 *
 * @param longWait a lock wait as long as this is a finding even when it is seen once; shorter ones when they are seen twice
 * @param idle a blocking transaction that has done nothing for so long is idle, not a batch between two statements
 * @param batchRows a blocking transaction with so many locked rows is a batch
 * @param threadsRunning so many statements at once, at the median
 * @param historyLength so many old versions of rows, in transactions
 * @param snapshotAge a transaction that old can be to blame for them
 * @param transactionAge a transaction is long from here on
 * @param slowerBy a statement's P99 is this many times what it was before
 * @param slowFrom a P99 below this is not slow
 * @param temporaryTables temporary tables on disk, a second; on MariaDB the report's own reads make up to ten
 */
public record WhyLimits(
        Duration longWait,
        Duration idle,
        long batchRows,
        int threadsRunning,
        long historyLength,
        Duration snapshotAge,
        Duration transactionAge,
        double slowerBy,
        Duration slowFrom,
        double temporaryTables) {
    public static WhyLimits standard() {
        return new WhyLimits(
                Duration.ofSeconds(1),
                Duration.ofSeconds(3),
                100,
                64,
                100_000,
                Duration.ofMinutes(1),
                Duration.ofMinutes(10),
                3,
                Duration.ofMillis(5),
                50);
    }

    /** The same with other limits for snapshots, for servers on which transactions are meant to be short. */
    public WhyLimits snapshots(Duration age, long length) {
        return new WhyLimits(
                longWait,
                idle,
                batchRows,
                threadsRunning,
                length,
                age,
                transactionAge,
                slowerBy,
                slowFrom,
                temporaryTables);
    }

    /** The same for batches of fewer, or online transactions of more rows. */
    public WhyLimits batchRows(long rows) {
        return new WhyLimits(
                longWait,
                idle,
                rows,
                threadsRunning,
                historyLength,
                snapshotAge,
                transactionAge,
                slowerBy,
                slowFrom,
                temporaryTables);
    }
}

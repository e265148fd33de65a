package dev.rowlock.queue.internal.line;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.KeyLimits;
import dev.rowlock.queue.QueueLimits;
import dev.rowlock.queue.Rate;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads and sets the limits of one queue, each change in one short transaction. Thread-safe. */
public final class LimitStore {
    private final int queue;
    private final Transactions transactions;

    public LimitStore(int queue, Transactions transactions) {
        this.queue = queue;
        this.transactions = transactions;
    }

    public QueueLimits read() {
        Map<String, Limits> all = transactions
                .inTransaction(
                        Isolation.READ_COMMITTED,
                        connection -> LimitTable.read(connection, queue),
                        ReadBack.nothingWritten())
                .all();
        SortedMap<String, KeyLimits> kinds = new TreeMap<>();
        all.forEach((scope, limits) -> LineKey.kind(scope).ifPresent(kind -> kinds.put(kind, keyLimits(limits))));
        return new QueueLimits(
                keyLimits(all.getOrDefault(LineKey.limited(""), Limits.NONE)),
                kinds,
                rate(all.getOrDefault(LineKey.QUEUE, Limits.NONE)));
    }

    private static KeyLimits keyLimits(Limits limits) {
        return new KeyLimits(
                limits.concurrent() == Limits.MOST ? Optional.empty() : Optional.of(limits.concurrent()), rate(limits));
    }

    private static Optional<Rate> rate(Limits limits) {
        return limits.hasRate()
                ? Optional.of(new Rate(limits.rate(), Duration.of(limits.periodMicros(), ChronoUnit.MICROS)))
                : Optional.empty();
    }

    /** Of the jobs of each concurrency key. */
    public void setOfKeys(KeyLimits limits) {
        set(LineKey.limited(""), limits);
    }

    /** Of the jobs of one kind. */
    public void setOfKind(String kind, KeyLimits limits) {
        set(LineKey.ofKind(kind), limits);
    }

    private void set(String scope, KeyLimits limits) {
        transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> {
                    LimitTable.set(
                            connection,
                            queue,
                            scope,
                            limits.concurrent().orElse(null),
                            limits.rate().map(Rate::jobs).orElse(null),
                            limits.rate().map(LimitStore::micros).orElse(null));
                    return 1;
                },
                ReadBack.repeatable());
        new Recheck(transactions).lookAgain(queue);
    }

    /** Of all jobs. The places are there before anybody looks for them. */
    public void setRate(Optional<Rate> rate) {
        transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> {
                    if (rate.isPresent()) {
                        new QueueRate(queue).prepare(connection, rate.get().jobs(), micros(rate.get()));
                    }
                    LimitTable.set(
                            connection,
                            queue,
                            LineKey.QUEUE,
                            null,
                            rate.map(Rate::jobs).orElse(null),
                            rate.map(LimitStore::micros).orElse(null));
                    return 1;
                },
                ReadBack.repeatable());
    }

    private static long micros(Rate rate) {
        return rate.period().toNanos() / 1_000;
    }
}

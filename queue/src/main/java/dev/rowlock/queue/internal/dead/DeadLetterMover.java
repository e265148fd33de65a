package dev.rowlock.queue.internal.dead;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.DeadLetterFilter;
import dev.rowlock.queue.DeadLetterProgress;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.Rows;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run over dead letters: looks at a page of them without locks, and moves those that are meant, a few at a time and as fast as wanted. Used by one
 * thread.
 */
public final class DeadLetterMover {
    private static final int PAGE = 1_000;

    /** Transactions a second when there is a rate, so that it is even. */
    private static final double STEPS = 10;

    private final Transactions transactions;
    private final DeadLetterStore store;
    private final DeadLetterFilter filter;
    private final DeadLetterStore.Move move;
    private final OptionalDouble perSecond;
    private final Consumer<? super DeadLetterProgress> listener;
    private long moved;
    private long lookedAt;
    private long busy;
    private @Nullable JobId position;
    private long mayMoveAt;

    public DeadLetterMover(
            Transactions transactions,
            DeadLetterStore store,
            DeadLetterFilter filter,
            DeadLetterStore.Move move,
            OptionalDouble perSecond,
            Consumer<? super DeadLetterProgress> listener) {
        this.transactions = transactions;
        this.store = store;
        this.filter = filter;
        this.move = move;
        this.perSecond = perSecond;
        this.listener = listener;
        this.mayMoveAt = System.nanoTime();
    }

    public DeadLetterProgress run(Optional<JobId> after) {
        position = after.orElse(null);
        DeadLetterFilter those = upToNow();
        try {
            for (List<DeadLetterStore.Seen> page = next(those); !page.isEmpty(); page = next(those)) {
                pass(page);
            }
            return progress(DeadLetterProgress.End.ALL_PASSED);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return progress(DeadLetterProgress.End.INTERRUPTED);
        }
    }

    /** What fails again after it was redriven is not meant. */
    private DeadLetterFilter upToNow() {
        Instant now = transactions.inTransaction(Isolation.READ_COMMITTED, store::now, ReadBack.nothingWritten());
        return filter.before().filter(now::isAfter).isPresent() ? filter : filter.diedBefore(now);
    }

    private List<DeadLetterStore.Seen> next(DeadLetterFilter those) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> store.next(connection, those, position, PAGE),
                ReadBack.nothingWritten());
    }

    private void pass(List<DeadLetterStore.Seen> page) throws InterruptedException {
        List<JobId> meant = page.stream()
                .filter(DeadLetterStore.Seen::meant)
                .map(DeadLetterStore.Seen::id)
                .toList();
        int step = step();
        for (int from = 0; from < meant.size(); from += step) {
            List<JobId> part = meant.subList(from, Math.min(meant.size(), from + step));
            awaitRate(part.size());
            int done = move(part).size();
            moved += done;
            busy += part.size() - done;
            position = part.get(part.size() - 1);
            listener.accept(progress(DeadLetterProgress.End.NOT_YET));
        }
        lookedAt += page.size();
        position = page.get(page.size() - 1).id();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private int step() {
        return perSecond.isPresent()
                ? (int) Math.max(1, Math.min(Rows.MOST_NAMES, perSecond.getAsDouble() / STEPS))
                : Rows.MOST_NAMES;
    }

    /** Waits for the turn of so many. What was not used while the server was slow is not made up for. */
    private void awaitRate(int jobs) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (perSecond.isPresent()) {
            long now = System.nanoTime();
            if (mayMoveAt - now > 0) {
                TimeUnit.NANOSECONDS.sleep(mayMoveAt - now);
                now = System.nanoTime();
            }
            long cost = (long)
                    (jobs / perSecond.getAsDouble() * Duration.ofSeconds(1).toNanos());
            mayMoveAt = Math.max(mayMoveAt, now) + cost;
        }
    }

    private List<JobId> move(List<JobId> part) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED, connection -> store.move(connection, move, part), store::readBack);
    }

    private DeadLetterProgress progress(DeadLetterProgress.End end) {
        return new DeadLetterProgress(moved, lookedAt, busy, Optional.ofNullable(position), end);
    }
}

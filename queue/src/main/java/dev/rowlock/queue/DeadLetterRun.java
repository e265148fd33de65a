package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.internal.dead.DeadLetterMover;
import dev.rowlock.queue.internal.dead.DeadLetterStore;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Redrives or discards many dead letters, no faster than wanted, in transactions of 500 at most. Nothing happens before {@link #run}. Immutable and thread-safe;
 * several runs may be at work at once, and pass over what another is at.
 *
 * <p>Only dead letters that were given up before the run began are meant, so a job that fails again is not redriven in a circle. After a crash, or when
 * the server cannot be reached any more, a new run with the same filter does the rest: what was moved is no dead letter any more. To go on at {@link #after} only
 * saves looking at those that were not meant.
 */
public final class DeadLetterRun {
    private final Transactions transactions;
    private final DeadLetterStore store;
    private final DeadLetterFilter filter;
    private final DeadLetterStore.Move move;
    private final OptionalDouble perSecond;
    private final @Nullable JobId after;

    DeadLetterRun(
            Transactions transactions,
            DeadLetterStore store,
            DeadLetterFilter filter,
            DeadLetterStore.Move move,
            OptionalDouble perSecond,
            @Nullable JobId after) {
        this.transactions = transactions;
        this.store = store;
        this.filter = filter;
        this.move = move;
        this.perSecond = perSecond;
        this.after = after;
    }

    /** The same, no faster than so many jobs a second, evenly: 0.001 to a million. */
    public DeadLetterRun perSecond(double jobs) {
        if (!(jobs >= 0.001 && jobs <= 1_000_000)) {
            throw new ConfigurationException("a rate is 0.001 to 1000000 jobs a second, not " + jobs);
        }
        return new DeadLetterRun(transactions, store, filter, move, OptionalDouble.of(jobs), after);
    }

    /** The same, from behind this job on: the position of a run that ended early. */
    public DeadLetterRun after(JobId position) {
        return new DeadLetterRun(transactions, store, filter, move, perSecond, position);
    }

    /** {@link #run(Consumer)} without telling anybody. */
    public DeadLetterProgress run() {
        return run(progress -> {});
    }

    /**
     * Runs on this thread until all are passed or the thread is interrupted, which ends it between two transactions.
     *
     * @param listener told after each transaction
     * @throws dev.rowlock.mysql.StoreException when the server refuses or cannot be reached; what the listener was told of is done
     */
    public DeadLetterProgress run(Consumer<? super DeadLetterProgress> listener) {
        return new DeadLetterMover(transactions, store, filter, move, perSecond, listener)
                .run(Optional.ofNullable(after));
    }
}

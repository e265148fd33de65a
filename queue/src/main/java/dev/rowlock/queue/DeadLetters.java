package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.internal.dead.DeadLetterStore;
import dev.rowlock.queue.internal.dead.DeadLetterStore.Move;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Jobs that were given up, in one queue or in all: to be looked at, redriven or thrown away. A job that is redriven is ready again, its attempts
 * counted from the first again; {@link Queues#failures} tells of the earlier ones for as long as history is kept.
 *
 * <p>Locks: exclusive on the rows of the dead letters that are moved and on the new rows, until the commit; what somebody else has locked is passed over.
 * A crash leaves a dead letter where it was, or moved; {@link DeadLetterRun} says how to go on. Thread-safe.
 */
public final class DeadLetters {
    private final Transactions transactions;
    private final DeadLetterStore store;

    DeadLetters(Transactions transactions, DeadLetterStore store) {
        this.transactions = transactions;
        this.store = store;
    }

    /**
     * The oldest dead letters.
     *
     * @param after go on behind this one; empty for the first
     * @param limit 1 to 1 000
     */
    public List<DeadLetter> list(Optional<JobId> after, int limit) {
        if (limit < 1 || limit > 1_000) {
            throw new ConfigurationException("the limit must be 1 to 1000, not " + limit);
        }
        return transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> store.list(connection, after.orElse(null), limit),
                ReadBack.nothingWritten());
    }

    /** Makes it ready again; false when it is not there, or somebody is at it. */
    public boolean redrive(JobId id) {
        return move(Move.REDRIVE, id);
    }

    /** Throws it away; false when it is not there, or somebody is at it. */
    public boolean discard(JobId id) {
        return move(Move.DISCARD, id);
    }

    private boolean move(Move move, JobId id) {
        return !transactions
                .inTransaction(
                        Isolation.READ_COMMITTED,
                        connection -> store.move(connection, move, List.of(id)),
                        store::readBack)
                .isEmpty();
    }

    /** Makes many ready again: {@code redriving(DeadLetterFilter.all()).perSecond(50).run()}. */
    public DeadLetterRun redriving(DeadLetterFilter filter) {
        return new DeadLetterRun(transactions, store, filter, Move.REDRIVE, OptionalDouble.empty(), null);
    }

    /** Throws many away. */
    public DeadLetterRun discarding(DeadLetterFilter filter) {
        return new DeadLetterRun(transactions, store, filter, Move.DISCARD, OptionalDouble.empty(), null);
    }
}

package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.internal.DeadLetterStore;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Jobs that were given up, in one queue: to be looked at, redriven or thrown away. Thread-safe. */
public final class DeadLetters {
    private final Transactions transactions;
    private final DeadLetterStore store;

    DeadLetters(Transactions transactions, int queue, String name) {
        this.transactions = transactions;
        this.store = new DeadLetterStore(queue, name);
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
                Isolation.READ_COMMITTED, connection -> store.list(connection, after.orElse(null), limit));
    }

    /** Makes it ready again, its attempts counted from the first again; false when it is not there, or somebody is at it. */
    public boolean redrive(JobId id) {
        return transactions.inTransaction(Isolation.READ_COMMITTED, connection -> store.redrive(connection, id)) > 0;
    }

    /**
     * Makes up to that many ready again, the oldest first, in one short transaction; call it again, with pauses of your own, until it returns 0.
     *
     * @param kind only of this kind, or {@code null} for all
     * @param limit 1 to 500
     * @return how many were made ready
     */
    public int redriveSome(@Nullable String kind, int limit) {
        if (limit < 1 || limit > 500) {
            throw new ConfigurationException("the limit must be 1 to 500, not " + limit);
        }
        return transactions.inTransaction(
                Isolation.READ_COMMITTED, connection -> store.redriveSome(connection, kind, limit));
    }

    /** Throws it away; false when it is not there, or somebody is at it. */
    public boolean discard(JobId id) {
        return transactions.inTransaction(Isolation.READ_COMMITTED, connection -> store.discard(connection, id)) > 0;
    }
}

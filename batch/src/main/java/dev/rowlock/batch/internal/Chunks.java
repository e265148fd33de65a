package dev.rowlock.batch.internal;

import dev.rowlock.batch.Counts;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.TransactionBody;
import dev.rowlock.mysql.Transactions;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs the chunks of shards, each as a transaction, by statements or by the user's code. What fails for good says why. Immutable. */
final class Chunks {
    private final Transactions transactions;
    private final Parts parts;
    private final @Nullable HandledChunk handledOrNull;
    private final Duration lease;
    private final StopReason reason;

    Chunks(
            Transactions transactions,
            Parts parts,
            @Nullable HandledChunk handledOrNull,
            Duration lease,
            StopReason reason) {
        this.transactions = transactions;
        this.parts = parts;
        this.handledOrNull = handledOrNull;
        this.lease = lease;
        this.reason = reason;
    }

    /** Whether rows go to the user's code. */
    boolean isHandled() {
        return handledOrNull != null;
    }

    Optional<Shard> load(long run, int number, long token) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED, connection -> parts.shards().load(connection, run, number, token));
    }

    /**
     * The next rows of the scan.
     *
     * @throws Waited when nothing was done
     */
    Chunk.Done scan(Shard before, long token, int window, int limit) {
        HandledChunk handled = handledOrNull;
        return handled == null
                ? scanned(token, connection -> new Chunk(parts).run(connection, before, token, lease, window, limit))
                : told(() -> handled.scan(before, token, lease, window, limit));
    }

    /** The same rows up to the first that matches, which is written down for later. */
    Chunk.Done leave(Shard before, long token, int window) {
        return scanned(token, connection -> new Chunk(parts).leave(connection, before, token, lease, window));
    }

    private Chunk.Done scanned(long token, TransactionBody<Chunk.Done, RuntimeException> body) {
        return told(() -> inTransaction(body, Chunk.Done::shard, token));
    }

    /**
     * The next rows of a round over the ledger.
     *
     * @throws Waited when nothing was done
     */
    Revisit.Done revisit(Shard before, long token, long after, int limit) {
        HandledChunk handled = handledOrNull;
        TransactionBody<Revisit.Done, RuntimeException> body =
                connection -> new Revisit(parts).run(connection, before, token, lease, after, limit);
        return told(() -> handled == null
                ? inTransaction(body, Revisit.Done::shard, token)
                : handled.revisit(before, token, lease, after));
    }

    /** The number of the ledger's first row after one; 0 when there is none. */
    long next(Shard shard, long after) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> parts.ledger().list(connection, shard.place(), after, 1).stream()
                        .mapToLong(Ledger.Entry::seq)
                        .sum());
    }

    /** Ends a shard with what is left in its ledger. */
    Shard end(Shard shard, long token) {
        Shard next = shard.revisited(Counts.NONE, Shard.Phase.DONE);
        return inTransaction(
                connection -> {
                    parts.shards().checkpoint(connection, next, token, lease);
                    return next;
                },
                written -> written,
                token);
    }

    /** How long a shard's scan has been over. */
    Duration sinceScan(Shard shard) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED, connection -> parts.shards().sinceScan(connection, shard.place()));
    }

    private <R> R inTransaction(TransactionBody<R, RuntimeException> body, Function<R, Shard> written, long token) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED,
                body,
                (connection, done) -> parts.shards().readBack(connection, written.apply(done), token));
    }

    private <R> R told(Supplier<R> work) {
        try {
            return work.get();
        } catch (StoreException e) {
            throw reason.of(e);
        }
    }
}

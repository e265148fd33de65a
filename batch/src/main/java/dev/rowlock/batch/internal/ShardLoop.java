package dev.rowlock.batch.internal;

import dev.rowlock.batch.WorkerListener;
import dev.rowlock.claim.Lease;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.Transactions;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Works one shard, chunk by chunk, until its scan is over and its ledger was gone through once, its lease is lost or the worker leaves. It waits for the rate between chunks, when no
 * row is locked and no connection is held. Not thread-safe: each thread has its own.
 */
final class ShardLoop {
    private static final int SCANNED_FOR_ONE = 50;

    private final Transactions transactions;
    private final Parts parts;
    private final @Nullable HandledChunk handledOrNull;
    private final Claims claims;
    private final Gate gate;
    private final ChunkSize size;
    private final Supplier<Duration> target;
    private final Terms terms;
    private final Rounds rounds;
    private final WorkerListener listener;

    /**
     * What the loop keeps to.
     *
     * @param lease of a shard
     * @param giveUpOrNull time after which held rows are given up
     */
    record Terms(Duration lease, @Nullable Duration giveUpOrNull) {}

    ShardLoop(
            Transactions transactions,
            Parts parts,
            @Nullable HandledChunk handledOrNull,
            Claims claims,
            Gate gate,
            ChunkSize size,
            Supplier<Duration> target,
            Terms terms,
            Rounds rounds,
            WorkerListener listener) {
        this.transactions = transactions;
        this.parts = parts;
        this.handledOrNull = handledOrNull;
        this.claims = claims;
        this.gate = gate;
        this.size = size;
        this.target = target;
        this.terms = terms;
        this.rounds = rounds;
        this.listener = listener;
    }

    /** Works it. The lease is given back when the worker leaves before the shard is done. */
    void work(Lease lease) throws InterruptedException {
        int number = ((Long) lease.key().parts().get(1)).intValue();
        long token = lease.fence().token().orElseThrow();
        Holding holding = new Holding(claims, lease, terms.lease());
        try (Heartbeat heartbeat = handledOrNull == null ? Heartbeat.none() : Heartbeat.start(holding)) {
            Optional<Shard> shard = transactions.inTransaction(
                    Isolation.READ_COMMITTED,
                    connection -> parts.shards()
                            .load(connection, (Long) lease.key().parts().get(0), number, token));
            if (shard.isEmpty()) {
                listener.shardLost(number);
                return;
            }
            Optional<Shard> scanned = scan(shard.get(), token, holding);
            Optional<Shard> done = scanned.isEmpty() || scanned.get().phase() == Shard.Phase.DONE
                    ? scanned
                    : revisit(scanned.get(), token, holding);
            heartbeat.close();
            if (done.isPresent() && done.get().phase() == Shard.Phase.DONE) {
                claims.completeShard(holding.lease());
                listener.shardDone(number);
            } else {
                claims.releaseShard(holding.lease());
            }
        } catch (LeaseGone lost) {
            listener.shardLost(number);
        }
    }

    /** Empty when the worker leaves. */
    private Optional<Shard> scan(Shard from, long token, Holding holding) throws InterruptedException {
        Shard shard = from;
        while (shard.phase() == Shard.Phase.SCAN) {
            int limit = size.limit(gate.burst());
            int window = size.window(limit);
            if (!pass(limit, holding)) {
                return Optional.empty();
            }
            Shard before = shard;
            Chunk.Done done = handledOrNull == null
                    ? transactions.inTransaction(
                            Isolation.READ_COMMITTED,
                            connection -> new Chunk(parts).run(connection, before, token, terms.lease(), window, limit),
                            (connection, chunk) -> parts.shards().readBack(connection, chunk.shard(), token))
                    : handledOrNull.scan(before, token, terms.lease(), window, limit);
            Duration held = Duration.ofNanos(System.nanoTime() - done.lockedAt());
            holding.renewed();
            size.saw(done.scanned(), done.matched(), done.touched(), held, target.get());
            gate.touched(limit, done.touched() + done.scanned() / SCANNED_FOR_ONE);
            listener.chunkCommitted(shard.place().number(), done.touched(), held);
            shard = done.shard();
        }
        return Optional.of(shard);
    }

    /** Goes round the ledger once; what is held still is left for a later round, so that other shards need not wait for it. */
    private Optional<Shard> revisit(Shard from, long token, Holding holding) throws InterruptedException {
        Shard shard = from;
        long after = 0;
        int crossed = 0;
        do {
            int limit = handledOrNull == null ? size.limit(gate.burst()) : 1;
            if (!pass(limit, holding)) {
                return Optional.empty();
            }
            Shard before = shard;
            long seen = after;
            Revisit.Done done = handledOrNull == null
                    ? transactions.inTransaction(
                            Isolation.READ_COMMITTED,
                            connection -> new Revisit(parts).run(connection, before, token, terms.lease(), seen, limit),
                            (connection, chunk) -> parts.shards().readBack(connection, chunk.shard(), token))
                    : handledOrNull.revisit(before, token, terms.lease(), seen);
            holding.renewed();
            gate.touched(limit, done.touched());
            shard = done.shard();
            after = done.last();
            crossed += done.crossed();
        } while (after != 0);
        rounds.went(shard.place().number(), crossed);
        return shard.phase() == Shard.Phase.REVISIT && givesUp(shard)
                ? Optional.of(end(shard, token))
                : Optional.of(shard);
    }

    private boolean givesUp(Shard shard) {
        Duration giveUp = terms.giveUpOrNull();
        return giveUp != null
                && transactions
                                .inTransaction(
                                        Isolation.READ_COMMITTED,
                                        connection -> parts.shards().sinceScan(connection, shard.place()))
                                .compareTo(giveUp)
                        >= 0;
    }

    private Shard end(Shard shard, long token) {
        Shard next = shard.revisited(dev.rowlock.batch.Counts.NONE, Shard.Phase.DONE);
        transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> {
                    parts.shards().checkpoint(connection, next, token, terms.lease());
                    return next;
                },
                (connection, written) -> parts.shards().readBack(connection, written, token));
        return next;
    }

    /** Waits for room, keeping the lease; false when the worker leaves. */
    private boolean pass(int rows, Holding holding) throws InterruptedException {
        while (true) {
            switch (gate.await(rows, holding.untilRenewal())) {
                case GO -> {
                    holding.renewIfDue();
                    return true;
                }
                case LEAVE -> {
                    return false;
                }
                case WAIT -> holding.renewIfDue();
            }
        }
    }
}

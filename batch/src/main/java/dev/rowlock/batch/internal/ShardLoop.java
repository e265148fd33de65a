package dev.rowlock.batch.internal;

import dev.rowlock.batch.WorkerListener;
import dev.rowlock.claim.Lease;
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

    private final Chunks chunks;
    private final Claims claims;
    private final Gate gate;
    private final ChunkSize size;
    private final Supplier<Duration> target;
    private final Terms terms;
    private final Rounds rounds;
    private final WaitLog waits;
    private final WorkerListener listener;
    private final Caution caution = new Caution();

    /**
     * What the loop keeps to.
     *
     * @param lease of a shard
     * @param giveUpOrNull time after which held rows are given up
     */
    record Terms(Duration lease, @Nullable Duration giveUpOrNull) {}

    ShardLoop(
            Chunks chunks,
            Claims claims,
            Gate gate,
            ChunkSize size,
            Supplier<Duration> target,
            Terms terms,
            Rounds rounds,
            WaitLog waits,
            WorkerListener listener) {
        this.chunks = chunks;
        this.claims = claims;
        this.gate = gate;
        this.size = size;
        this.target = target;
        this.terms = terms;
        this.rounds = rounds;
        this.waits = waits;
        this.listener = listener;
    }

    /** Works it. The lease is given back when the worker leaves before the shard is done. */
    void work(Lease lease) throws InterruptedException {
        int number = ((Long) lease.key().parts().get(1)).intValue();
        long token = lease.fence().token().orElseThrow();
        Holding holding = new Holding(claims, lease, terms.lease());
        try (Heartbeat heartbeat = chunks.isHandled() ? Heartbeat.start(holding) : Heartbeat.none()) {
            Optional<Shard> shard = chunks.load((Long) lease.key().parts().get(0), number, token);
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
            int limit = caution.limit(size.limit(gate.burst()));
            int window = size.window(limit);
            if (!pass(limit, holding)) {
                return Optional.empty();
            }
            try {
                Chunk.Done done = chunks.scan(shard, token, window, limit);
                Duration held = Duration.ofNanos(System.nanoTime() - done.lockedAt());
                holding.renewed();
                size.saw(done.scanned(), done.matched(), done.touched(), held, target.get());
                gate.touched(limit, done.touched() + done.scanned() / SCANNED_FOR_ONE);
                listener.chunkCommitted(shard.place().number(), done.touched(), held);
                caution.went();
                shard = done.shard();
                gate.share(held);
            } catch (Waited waited) {
                if (afterWait(waited, limit) == Caution.Next.LEAVE_IT) {
                    shard = chunks.leave(shard, token, window).shard();
                    holding.renewed();
                    gate.rest(caution.rest());
                }
            }
        }
        return Optional.of(shard);
    }

    private Caution.Next afterWait(Waited waited, int limit) {
        gate.touched(limit, 0);
        waits.waited(waited);
        return caution.waited(limit);
    }

    /** Goes round the ledger once; what is held still is left for a later round, so that other shards need not wait for it. */
    private Optional<Shard> revisit(Shard from, long token, Holding holding) throws InterruptedException {
        Shard shard = from;
        int number = from.place().number();
        long after = rounds.from(number);
        int crossed = 0;
        boolean more = true;
        while (more) {
            int limit = chunks.isHandled() ? 1 : caution.limit(size.limit(gate.burst()));
            if (!pass(limit, holding)) {
                return Optional.empty();
            }
            try {
                Revisit.Done done = chunks.revisit(shard, token, after, limit);
                holding.renewed();
                gate.touched(limit, done.touched());
                caution.went();
                shard = done.shard();
                after = done.last();
                crossed += done.crossed();
                more = after != 0;
            } catch (Waited waited) {
                if (afterWait(waited, limit) == Caution.Next.LEAVE_IT) {
                    after = chunks.next(shard, after);
                    more = false;
                }
            }
        }
        rounds.beginAfter(number, after);
        rounds.went(number, crossed);
        return shard.phase() == Shard.Phase.REVISIT && givesUp(shard)
                ? Optional.of(chunks.end(shard, token))
                : Optional.of(shard);
    }

    private boolean givesUp(Shard shard) {
        Duration giveUp = terms.giveUpOrNull();
        return giveUp != null && chunks.sinceScan(shard).compareTo(giveUp) >= 0;
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

package dev.rowlock.batch.internal;

import dev.rowlock.claim.Lease;
import java.time.Duration;

/** A shard's lease, and when it has to be renewed: by the checkpoints of chunks, or by itself when there are none for a while. Thread-safe. */
final class Holding {
    private final Claims claims;
    private final Duration length;
    private Lease lease;
    private long renewedAt;

    Holding(Claims claims, Lease lease, Duration length) {
        this.claims = claims;
        this.lease = lease;
        this.length = length;
        this.renewedAt = lease.sentAtNanos();
    }

    synchronized Lease lease() {
        return lease;
    }

    /** A checkpoint renewed it. */
    synchronized void renewed() {
        renewedAt = System.nanoTime();
    }

    /** How long until it has to be renewed: a third of its length. */
    synchronized Duration untilRenewal() {
        Duration left = length.dividedBy(3).minusNanos(System.nanoTime() - renewedAt);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** Renews it when it is time. */
    synchronized void renewIfDue() {
        if (!untilRenewal().isZero()) {
            return;
        }
        long sent = System.nanoTime();
        lease = claims.extendShard(lease)
                .orElseThrow(() -> new LeaseGone(new Shard.Place(
                        (Long) lease.key().parts().get(0),
                        ((Long) lease.key().parts().get(1)).intValue(),
                        null,
                        null)));
        renewedAt = sent;
    }
}

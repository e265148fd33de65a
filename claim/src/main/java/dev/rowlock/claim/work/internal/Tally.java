package dev.rowlock.claim.work.internal;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.Reclaimed;
import dev.rowlock.claim.work.WorkCounts;
import dev.rowlock.claim.work.WorkListener;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what became of rows and tells the listener. Thread-safe; never called under the books' lock. */
final class Tally {
    private static final Logger log = LoggerFactory.getLogger(Tally.class);

    private final String name;
    private final WorkListener listener;
    private final LongAdder claimed = new LongAdder();
    private final LongAdder done = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder dead = new LongAdder();
    private final LongAdder released = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final LongAdder reclaimed = new LongAdder();

    Tally(String name, WorkListener listener) {
        this.name = name;
        this.listener = listener;
    }

    void claimed(int rows) {
        claimed.add(rows);
    }

    void done(int rows) {
        done.add(rows);
    }

    void released(int rows) {
        released.add(rows);
    }

    long released() {
        return released.sum();
    }

    void failed(Lease lease, String reason, LeaseState becomes) {
        (becomes == LeaseState.DEAD ? dead : failed).increment();
        tell(() -> listener.attemptFailed(lease, reason, becomes));
    }

    void lost(Lease lease, String why) {
        lost.increment();
        tell(() -> listener.leaseLost(lease, why));
    }

    void ranOut(Lease lease) {
        tell(() -> listener.leaseRanOut(lease));
    }

    void reclaimed(Reclaimed rows) {
        reclaimed.add(rows.count());
        tell(() -> listener.reclaimed(rows));
    }

    /** The worker's books must not depend on what listens to them. */
    void tell(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            log.warn("{} listener failed", name, e);
        }
    }

    WorkListener listener() {
        return listener;
    }

    WorkCounts counts(int inFlight, int held) {
        return new WorkCounts(
                claimed.sum(),
                done.sum(),
                failed.sum(),
                dead.sum(),
                released.sum(),
                lost.sum(),
                reclaimed.sum(),
                inFlight,
                held);
    }
}

package dev.rowlock.queue.internal.work;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is asked and told about the leases of the jobs at a {@link Desk}. Thread-safe. */
final class Vigil {
    private final DeskState state;
    private final Holdings holdings;

    Vigil(DeskState state) {
        this.state = state;
        this.holdings = state.holdings;
    }

    /** Waits so long; then the jobs whose leases are to be extended or watched, or {@code null} when the worker has finished. */
    @Nullable
    List<Held> awaitHeld(long nanos) throws InterruptedException {
        state.lock();
        try {
            long left = nanos;
            while (!state.finished && left > 0) {
                left = state.ended.awaitNanos(left);
            }
            return state.finished ? null : holdings.all();
        } finally {
            state.unlock();
        }
    }

    /** The lease was extended. */
    void extended(List<Held> rows, long sentAt) {
        long deadline = sentAt + state.plan.lease().toNanos();
        state.locked(() -> {
            rows.forEach(row -> row.deadline = deadline);
            state.turns.heartbeatWorks();
            state.turnChanged.signalAll();
        });
    }

    /** Extensions do not reach the server: nothing is claimed until they do. */
    void heartbeatFails() {
        state.locked(state.turns::heartbeatFails);
    }

    /** The lease is gone. Whether the job was still held at all. */
    boolean lose(Held one) {
        return state.asks(() -> {
            boolean lost = holdings.lose(one);
            state.turnChanged.signalAll();
            state.quieter.signalAll();
            return lost;
        });
    }

    /** The lease ran out: a handler that still runs is told to stop. Whether it was told now. */
    boolean ranOut(Held one) {
        return state.asks(() -> holdings.ranOut(one));
    }

    /** The handler has taken too long and is told to stop. Whether it was told now. */
    boolean timeOut(Held one) {
        return state.asks(() -> holdings.timeOut(one));
    }

    /** The grace of a handler that was told to stop is over. */
    void interrupt(Held one) {
        state.locked(() -> holdings.interrupt(one));
    }

    /** Whether a result may still be written about the job. */
    boolean isHeld(Held one) {
        return state.asks(() -> holdings.isHeld(one));
    }
}

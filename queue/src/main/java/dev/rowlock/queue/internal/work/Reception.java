package dev.rowlock.queue.internal.work;

import java.util.ArrayList;
import java.util.List;

/** Where jobs that this process enqueues come to a worker without a claim. Thread-safe. */
final class Reception {
    private final DeskState state;

    Reception(DeskState state) {
        this.state = state;
    }

    /**
     * Keeps so many free handlers, all or none. None while jobs may be waiting in the table that are older or more urgent, while the worker closes, and while
     * it cannot extend leases.
     */
    List<Seat> seats(int number) {
        state.lock();
        try {
            long now = state.now();
            if (!hasRoom(number, now)) {
                return List.of();
            }
            List<Seat> seats = new ArrayList<>(number);
            for (int seat = 0; seat < number; seat++) {
                DeskSeat one = new DeskSeat(state);
                state.seats.keep(one, now + state.plan.lease().toNanos());
                seats.add(one);
            }
            return seats;
        } finally {
            state.unlock();
        }
    }

    private boolean hasRoom(int number, long now) {
        Holdings holdings = state.holdings;
        int kept = state.seats.kept(now);
        return !state.closing
                && state.seats.isCaughtUp()
                && state.turns.takesMore()
                && holdings.running() + holdings.waiting() + kept + number <= state.plan.concurrency()
                && holdings.size() + kept + number <= state.plan.mostHeld();
    }

    /** What the last claim tells. */
    void claimed(boolean all) {
        state.locked(() -> state.seats.caughtUp(all && !state.turns.isWoken()));
    }
}

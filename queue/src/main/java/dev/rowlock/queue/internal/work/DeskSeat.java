package dev.rowlock.queue.internal.work;

/** A seat at a worker's desk. */
final class DeskSeat implements Seat {
    private final DeskState state;

    DeskSeat(DeskState state) {
        this.state = state;
    }

    @Override
    public long leaseMicros() {
        return state.plan.leaseMicros();
    }

    @Override
    public void start(SeatedJob job) {
        state.locked(() -> {
            state.seats.giveUp(this);
            Held one = new Held(job.leased(), job.sentAt() + state.plan.lease().toNanos());
            long left = one.deadline - state.now();
            if (left <= 0 || state.finished) {
                return; // the lease ends, or has, and the job goes to whoever claims it
            }
            one.unchecked = job.pause() == SeatedJob.PauseCheck.AT_START;
            // What is left has to last until the next heartbeat.
            if (state.closing || left < state.plan.lease().toNanos() / 3) {
                state.holdings.addReleased(one, state.now());
                state.turnChanged.signalAll();
            } else {
                state.holdings.add(one);
                state.jobsChanged.signal();
            }
            state.quieter.signalAll();
        });
    }

    @Override
    public void giveBack() {
        state.locked(() -> {
            if (state.seats.giveUp(this)) {
                state.turnChanged.signalAll();
                state.quieter.signalAll();
            }
        });
    }
}

package dev.rowlock.queue.internal;

import dev.rowlock.queue.internal.work.Seat;
import dev.rowlock.queue.internal.work.SeatedJob;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The handlers that are kept for the jobs of one transaction, from before its first INSERT to after its end: then those that have a job start, and
 * the others are given back. Used by one thread.
 */
public final class Seating {
    /** Whether this process is told when the transaction has committed. */
    enum Telling {
        AFTER_COMMIT,
        NEVER
    }

    /** A job under a seat's lease. */
    private record Taken(Seat seat, SeatedJob job) {}

    private final SeatedJob.PauseCheck pause;
    private final Telling telling;
    private final Deque<Seat> free = new ArrayDeque<>();
    private final List<Taken> taken = new ArrayList<>();
    private int claimable;

    Seating(SeatedJob.PauseCheck pause) {
        this(pause, Telling.AFTER_COMMIT);
    }

    private Seating(SeatedJob.PauseCheck pause, Telling telling) {
        this.pause = pause;
        this.telling = telling;
    }

    /** For a transaction whose end nobody tells. */
    public static Seating none() {
        return new Seating(SeatedJob.PauseCheck.DONE, Telling.NEVER);
    }

    Telling telling() {
        return telling;
    }

    void add(List<Seat> seats) {
        free.addAll(seats);
    }

    SeatedJob.PauseCheck pause() {
        return pause;
    }

    boolean hasFree() {
        return !free.isEmpty();
    }

    /** A seat for a job, which is to be told by {@link #take}. */
    @Nullable
    Seat next() {
        return free.poll();
    }

    void take(Seat seat, SeatedJob job) {
        taken.add(new Taken(seat, job));
    }

    /** So many were inserted that have to be claimed. */
    void claimable(int jobs) {
        claimable += jobs;
    }

    /** The transaction begins, perhaps again: what it inserted before was rolled back. */
    void begin() {
        claimable = 0;
        taken.forEach(one -> free.add(one.seat()));
        taken.clear();
    }

    /** The transaction is committed. Whether there is something for workers to claim. */
    public boolean committed() {
        taken.forEach(one -> one.seat().start(one.job()));
        taken.clear();
        giveBack();
        return claimable > 0;
    }

    /** The transaction was rolled back, or nobody knows: then the leases end, as those of a process that died. */
    public void rolledBack() {
        begin();
        giveBack();
    }

    private void giveBack() {
        free.forEach(Seat::giveBack);
        free.clear();
    }
}

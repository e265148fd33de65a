package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.StopReason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The jobs a worker holds, and how far each of them is. Guarded by the desk's lock. */
final class Holdings {
    private final Set<Held> held = new LinkedHashSet<>();
    private final Queue<Held> waiting = new ArrayDeque<>();
    private final Set<Held> ended = new LinkedHashSet<>();
    private int running;

    /** A job for a handler. */
    void add(Held one) {
        held.add(one);
        waiting.add(one);
    }

    /** A job that no handler will see: given back at once. */
    void addReleased(Held one, long now) {
        held.add(one);
        end(one, Ruling.RELEASED, now);
    }

    /** The next job, on its way to a handler; {@code null} when there is none. */
    @Nullable
    Held next() {
        for (Held next = waiting.poll(); next != null; next = waiting.poll()) {
            if (next.phase == Held.Phase.WAITING) {
                next.phase = Held.Phase.RUNNING;
                running++;
                return next;
            }
        }
        return null;
    }

    /** Its handler begins on this thread; false when the worker has given it back or lost it meanwhile. */
    boolean begin(Held one, Thread thread, long now) {
        if (one.phase != Held.Phase.RUNNING) {
            return false;
        }
        if (one.stop.isTold()) {
            ended(one, Ruling.RELEASED, now);
            return false;
        }
        one.thread = thread;
        one.startedAt = now;
        return true;
    }

    /** The handler is done with the job; {@code null} when nothing is to be written. */
    void ended(Held one, @Nullable Ruling ruling, long now) {
        running--;
        one.thread = null;
        if (ruling == null || one.lost) {
            gone(one);
        } else {
            end(one, ruling, now);
        }
    }

    private void end(Held one, Ruling ruling, long now) {
        one.phase = Held.Phase.ENDED;
        one.ruling = ruling;
        one.endedAt = now;
        ended.add(one);
    }

    void gone(Held one) {
        one.phase = Held.Phase.GONE;
        ended.remove(one);
        held.remove(one);
    }

    /** The lease is gone. Whether the job was still held at all. */
    boolean lose(Held one) {
        if (!isHeld(one)) {
            return false;
        }
        one.lost = true;
        if (one.phase == Held.Phase.RUNNING) {
            one.stop(StopReason.TAKEN);
        } else {
            gone(one);
        }
        return true;
    }

    /** The lease ran out: a handler that still runs is told to stop. Whether it was told now. */
    boolean ranOut(Held one) {
        if (one.phase != Held.Phase.RUNNING || one.stop.isTold()) {
            return false;
        }
        one.stop(StopReason.LEASE_ENDED);
        return true;
    }

    /** The handler has taken too long and is told to stop. Whether it was told now. */
    boolean timeOut(Held one) {
        if (!one.isBegun() || one.stop.isTold()) {
            return false;
        }
        one.stop(StopReason.TIMEOUT);
        return true;
    }

    /** The grace of a handler that was told to stop is over. */
    void interrupt(Held one) {
        if (one.phase == Held.Phase.RUNNING) {
            one.interrupt();
        }
    }

    /** Whether a result may still be written about the job. */
    boolean isHeld(Held one) {
        return one.phase != Held.Phase.GONE && !one.lost;
    }

    /** Gives back what was not begun. How many. */
    int releaseWaiting(long now) {
        int released = 0;
        for (Held one : waiting) {
            if (one.phase == Held.Phase.WAITING) {
                end(one, Ruling.RELEASED, now);
                released++;
            }
        }
        waiting.clear();
        return released;
    }

    /** Tells all handlers that run to stop, and gives back what still waits for a thread. */
    void cancelRunning(long now) {
        for (Held one : all()) {
            if (one.isBegun()) {
                one.stop(StopReason.CLOSING);
            } else if (one.phase == Held.Phase.RUNNING) {
                ended(one, Ruling.RELEASED, now);
            }
        }
    }

    void interruptRunning() {
        held.stream().filter(Held::isBegun).forEach(Held::interrupt);
    }

    List<Held> all() {
        return new ArrayList<>(held);
    }

    List<Held> firstEnded(int most) {
        return ended.stream().limit(most).toList();
    }

    int size() {
        return held.size();
    }

    int waiting() {
        return waiting.size();
    }

    int running() {
        return running;
    }

    int ended() {
        return ended.size();
    }
}

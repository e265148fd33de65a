package dev.rowlock.queue.internal.work;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The jobs a worker holds, handed from the cycle to handlers and back. One lock guards it, and no statement is sent under it. Thread-safe.
 */
final class Desk {
    /** Results of one transaction. */
    private static final int MOST_RESULTS = 1_000;

    /** A result waits this long for others, so that a commit carries more than one; it delays nobody, the lease stands. */
    private static final long LINGER = Duration.ofMillis(5).toNanos();

    /** What the next cycle does. */
    record Turn(List<Held> results, int room) {}

    private final Plan plan;
    private final LongSupplier ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition turnChanged = lock.newCondition();
    private final Condition jobsChanged = lock.newCondition();
    private final Condition heldChanged = lock.newCondition();
    private final Condition quieter = lock.newCondition();
    private final Set<Held> held = new LinkedHashSet<>();
    private final Queue<Held> waiting = new ArrayDeque<>();
    private final Set<Held> ended = new LinkedHashSet<>();
    private int running;
    private long claimAt;
    private long writeAt;
    private boolean woken;
    private boolean heartbeatFails;
    private boolean cycleRuns;
    private boolean closing;
    private boolean finished;

    Desk(Plan plan, LongSupplier ticker) {
        this.plan = plan;
        this.ticker = ticker;
        this.claimAt = ticker.getAsLong();
        this.writeAt = claimAt;
    }

    /** Waits for something to do; {@code null} when the worker has finished. */
    @Nullable
    Turn awaitTurn() throws InterruptedException {
        lock.lock();
        try {
            cycleRuns = false;
            quieter.signalAll();
            while (!finished) {
                long now = ticker.getAsLong();
                long untilResults = untilResults(now);
                long untilClaim = hasRoom() ? claimAt - now : Long.MAX_VALUE;
                if (untilResults <= 0 || untilClaim <= 0) {
                    cycleRuns = true;
                    woken &= untilClaim > 0;
                    List<Held> results = now - writeAt >= 0 ? firstEnded() : List.of();
                    return new Turn(results, untilClaim <= 0 ? plan.batch() : 0);
                }
                turnChanged.awaitNanos(Math.min(untilResults, untilClaim));
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private long untilResults(long now) {
        if (ended.isEmpty()) {
            return Long.MAX_VALUE;
        }
        if (writeAt - now > 0) {
            return writeAt - now;
        }
        boolean moreToCome = running > 0 || !waiting.isEmpty();
        boolean full = ended.size() >= Math.min(MOST_RESULTS, plan.batch());
        return full || closing || !moreToCome ? 0 : ended.iterator().next().endedAt + LINGER - now;
    }

    /** A worker that cannot extend what it holds does not claim more; one that holds nothing has nothing to prove. */
    private boolean hasRoom() {
        return !closing
                && (held.isEmpty() || !heartbeatFails)
                && waiting.size() < plan.concurrency()
                // Results that this cycle writes make room.
                && held.size() - Math.min(ended.size(), MOST_RESULTS) + plan.batch() <= plan.mostHeld();
    }

    private List<Held> firstEnded() {
        return ended.stream().limit(MOST_RESULTS).toList();
    }

    /** Takes over what a cycle did. */
    void cycled(List<Held> settled, List<LeasedJob> claimed, long sentAt) {
        lock.lock();
        try {
            settled.forEach(this::gone);
            for (LeasedJob job : claimed) {
                Held one = new Held(job, sentAt + plan.lease().toNanos());
                held.add(one);
                if (closing) {
                    end(one, Ruling.RELEASED);
                } else {
                    waiting.add(one);
                }
            }
            jobsChanged.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** When to claim next, at the latest; at once when somebody woke the worker while the last claim was under way. */
    void claimIn(long nanos) {
        lock.lock();
        try {
            claimAt = ticker.getAsLong() + (woken ? 0 : nanos);
        } finally {
            lock.unlock();
        }
    }

    /** Claims at once. */
    void wake() {
        lock.lock();
        try {
            woken = true;
            claimAt = ticker.getAsLong();
            turnChanged.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The server takes nothing now: nothing is written for so long. */
    void writeIn(long nanos) {
        lock.lock();
        try {
            writeAt = ticker.getAsLong() + nanos;
        } finally {
            lock.unlock();
        }
    }

    /** A job for this thread's handler; {@code null} when there will be none. */
    @Nullable
    Held awaitJob(Thread thread) throws InterruptedException {
        lock.lock();
        try {
            while (!closing) {
                Held next = waiting.poll();
                if (next == null) {
                    jobsChanged.await();
                } else if (next.phase == Held.Phase.WAITING) {
                    next.phase = Held.Phase.RUNNING;
                    next.thread = thread;
                    next.startedAt = ticker.getAsLong();
                    running++;
                    if (waiting.size() < plan.concurrency()) {
                        turnChanged.signalAll();
                    }
                    return next;
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** The handler is done with the job; {@code null} when nothing is to be written. */
    void ended(Held one, @Nullable Ruling ruling) {
        lock.lock();
        try {
            running--;
            one.thread = null;
            if (ruling == null || one.lost) {
                gone(one);
            } else {
                end(one, ruling);
            }
            turnChanged.signalAll();
            quieter.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void end(Held one, Ruling ruling) {
        one.phase = Held.Phase.ENDED;
        one.ruling = ruling;
        one.endedAt = ticker.getAsLong();
        ended.add(one);
    }

    private void gone(Held one) {
        one.phase = Held.Phase.GONE;
        ended.remove(one);
        held.remove(one);
        quieter.signalAll();
    }

    /** A transaction of the handler's own completes this job: no extension must come in between. */
    void pin(Held one) {
        lock.lock();
        try {
            one.pinned = true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits so long; then the jobs whose leases are to be extended or watched, or {@code null} when the worker has finished. */
    @Nullable
    List<Held> awaitHeld(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (!finished && left > 0) {
                left = heldChanged.awaitNanos(left);
            }
            return finished ? null : List.copyOf(held);
        } finally {
            lock.unlock();
        }
    }

    /** The lease was extended. */
    void extended(List<Held> rows, long sentAt) {
        lock.lock();
        try {
            rows.forEach(row -> row.deadline = sentAt + plan.lease().toNanos());
            heartbeatFails = false;
            turnChanged.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Extensions do not reach the server: nothing is claimed until they do. */
    void heartbeatFails() {
        lock.lock();
        try {
            heartbeatFails = true;
        } finally {
            lock.unlock();
        }
    }

    /** The lease is gone. Whether the job was still held at all. */
    boolean lose(Held one) {
        lock.lock();
        try {
            if (one.phase == Held.Phase.GONE || one.lost) {
                return false;
            }
            one.lost = true;
            if (one.phase == Held.Phase.RUNNING) {
                one.cancel();
            } else {
                gone(one);
            }
            turnChanged.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The lease ran out: a handler that still runs is told to stop. Whether it was told now. */
    boolean ranOut(Held one) {
        lock.lock();
        try {
            if (one.phase != Held.Phase.RUNNING || one.cancelled) {
                return false;
            }
            one.cancel();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The handler has taken too long and is told to stop. Whether it was told now. */
    boolean timeOut(Held one) {
        lock.lock();
        try {
            if (one.phase != Held.Phase.RUNNING || one.timedOut) {
                return false;
            }
            one.timedOut = true;
            one.cancel();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Whether a result may still be written about the job. */
    boolean isHeld(Held one) {
        lock.lock();
        try {
            return one.phase != Held.Phase.GONE && !one.lost;
        } finally {
            lock.unlock();
        }
    }

    /** Claims no more and gives back jobs not begun. How many. */
    int close() {
        lock.lock();
        try {
            closing = true;
            int released = 0;
            for (Held one : waiting) {
                if (one.phase == Held.Phase.WAITING) {
                    end(one, Ruling.RELEASED);
                    released++;
                }
            }
            waiting.clear();
            turnChanged.signalAll();
            jobsChanged.signalAll();
            return released;
        } finally {
            lock.unlock();
        }
    }

    /** Tells all handlers that run to stop. */
    void cancelAll() {
        lock.lock();
        try {
            held.stream().filter(one -> one.phase == Held.Phase.RUNNING).forEach(one -> {
                one.stopped = true;
                one.cancel();
            });
        } finally {
            lock.unlock();
        }
    }

    boolean awaitNothingHeld(Duration patience) throws InterruptedException {
        return await(patience, () -> held.isEmpty() && !cycleRuns);
    }

    /** Waits until all that is still held is in the hands of handlers that do not end. */
    boolean awaitAllWritten(Duration patience) throws InterruptedException {
        return await(patience, () -> held.size() == running && !cycleRuns);
    }

    boolean awaitNoneRunning(Duration patience) throws InterruptedException {
        return await(patience, () -> running == 0);
    }

    private boolean await(Duration patience, BooleanSupplier reached) throws InterruptedException {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (!reached.getAsBoolean() && left > 0) {
                left = quieter.awaitNanos(left);
            }
            return reached.getAsBoolean();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the threads. What is left. */
    List<Held> finish() {
        lock.lock();
        try {
            finished = true;
            closing = true;
            turnChanged.signalAll();
            jobsChanged.signalAll();
            heldChanged.signalAll();
            return new ArrayList<>(held);
        } finally {
            lock.unlock();
        }
    }

    int held() {
        lock.lock();
        try {
            return held.size();
        } finally {
            lock.unlock();
        }
    }
}

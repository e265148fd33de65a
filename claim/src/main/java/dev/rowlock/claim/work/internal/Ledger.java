package dev.rowlock.claim.work.internal;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.work.Outcome;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The rows a worker holds and where each of them is on its way. One lock guards it all; no statement is sent under it. It sees to it that
 * at most one statement at a time is about a row, so that an extension cannot take the fence from under a completion. Thread-safe.
 */
final class Ledger {
    /** What intake should do next. */
    enum Intake {
        CLAIM,
        RECLAIM,
        STOP
    }

    final ReentrantLock lock = new ReentrantLock();
    final LongSupplier ticker;
    private final Condition intakeChanged = lock.newCondition();
    private final Condition outboxChanged = lock.newCondition();
    private final Condition heldChanged = lock.newCondition();
    private final Condition quieter = lock.newCondition();

    private final Room room;
    private final Set<Held> held = new LinkedHashSet<>();
    private final Queue<Held> waiting = new ArrayDeque<>();
    private final Outbox outbox = new Outbox();
    private final PriorityQueue<Long> ownRowsDue = new PriorityQueue<>((a, b) -> Long.signum(a - b));
    private int waitingRows;
    private int runningRows;
    private int runners;
    private boolean rowsAppeared;
    private boolean heartbeatFails;
    private boolean closing;
    private boolean cancelling;
    private boolean finished;
    private long writeNothingBefore;

    Ledger(Room room, LongSupplier ticker) {
        this.room = room;
        this.ticker = ticker;
        this.writeNothingBefore = ticker.getAsLong();
    }

    // ---- intake

    /** Waits until it is time to claim and there is room, or time to reclaim, or the worker closes. */
    Intake awaitIntake(long claimAt, long reclaimAt) throws InterruptedException {
        lock.lock();
        try {
            for (; ; ) {
                if (closing) {
                    return Intake.STOP;
                }
                long now = ticker.getAsLong();
                if (now - reclaimAt >= 0) {
                    return Intake.RECLAIM;
                }
                long wait = reclaimAt - now;
                if (hasRoom()) {
                    while (!ownRowsDue.isEmpty() && now - ownRowsDue.peek() >= 0) {
                        ownRowsDue.poll();
                        rowsAppeared = true;
                    }
                    if (rowsAppeared || now - claimAt >= 0) {
                        rowsAppeared = false;
                        return Intake.CLAIM;
                    }
                    wait = Math.min(wait, claimAt - now);
                    wait = ownRowsDue.isEmpty() ? wait : Math.min(wait, ownRowsDue.peek() - now);
                }
                intakeChanged.awaitNanos(wait);
            }
        } finally {
            lock.unlock();
        }
    }

    /** A worker that cannot extend what it holds does not claim more. */
    private boolean hasRoom() {
        return !heartbeatFails && room.fits(held.size(), waitingRows);
    }

    /** Rows this process put back are ready: look for them at once. */
    void rowsAppeared() {
        lock.lock();
        try {
            rowsAppeared = true;
            intakeChanged.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether nothing is held, and nothing that was put back waits for its time. */
    boolean isIdle() {
        lock.lock();
        try {
            return held.isEmpty() && ownRowsDue.isEmpty() && !rowsAppeared;
        } finally {
            lock.unlock();
        }
    }

    /** Takes over what was claimed. */
    void took(List<Lease> leases) {
        lock.lock();
        try {
            for (Lease lease : leases) {
                Held row = new Held(this, lease);
                held.add(row);
                if (closing) {
                    end(row, Outcome.released(Duration.ZERO));
                } else {
                    waiting.add(row);
                    waitingRows++;
                }
            }
            heldChanged.signalAll();
        } finally {
            lock.unlock();
        }
    }

    // ---- handlers

    /** How many more runners are worth starting; they count as running from now on. */
    int startRunners() {
        lock.lock();
        try {
            int more = closing ? 0 : Math.min(room.concurrency() - runners, room.chunks(waitingRows));
            runners += Math.max(0, more);
            return Math.max(0, more);
        } finally {
            lock.unlock();
        }
    }

    /** A runner could not be started. */
    void runnerRefused() {
        lock.lock();
        try {
            runners--;
        } finally {
            lock.unlock();
        }
    }

    /** Rows for this thread's runner; {@code null} ends the runner. */
    @Nullable
    Chunk start(Thread thread) {
        lock.lock();
        try {
            List<Held> rows = new ArrayList<>();
            while (!closing && rows.size() < room.chunk() && !waiting.isEmpty()) {
                Held row = waiting.remove();
                if (row.phase == Held.Phase.WAITING) {
                    row.phase = Held.Phase.RUNNING;
                    rows.add(row);
                }
            }
            if (rows.isEmpty()) {
                runners--;
                outboxChanged.signalAll();
                return null;
            }
            waitingRows -= rows.size();
            runningRows += rows.size();
            Chunk chunk = new Chunk(rows, thread);
            rows.forEach(row -> row.chunk = chunk);
            signalRoom();
            return chunk;
        } finally {
            lock.unlock();
        }
    }

    /** Takes a chunk's results. */
    void ended(Chunk chunk, List<Outcome> outcomes) {
        lock.lock();
        try {
            chunk.end();
            runningRows -= chunk.rows.size();
            for (int at = 0; at < outcomes.size(); at++) {
                Held row = chunk.rows.get(at);
                row.chunk = null;
                Outcome outcome = outcomes.get(at);
                if (row.lost || outcome instanceof Outcome.Settled) {
                    gone(row);
                } else {
                    boolean stopped = cancelling && row.isCancelled() && !row.overdue;
                    end(row, stopped && outcome instanceof Outcome.Failed ? Outcome.released(Duration.ZERO) : outcome);
                }
            }
            quieter.signalAll();
            signalRoom();
        } finally {
            lock.unlock();
        }
    }

    private void end(Held row, Outcome outcome) {
        row.phase = Held.Phase.ENDED;
        outbox.put(row, outcome, ticker.getAsLong());
        // One more result of many changes nothing for the writer, which waits for more of them anyway.
        if (outbox.size() == 1 || outbox.isFull() || runners == 0 || closing) {
            outboxChanged.signalAll();
        }
    }

    private void gone(Held row) {
        if (row.phase == Held.Phase.WAITING) {
            waitingRows--;
        }
        row.phase = Held.Phase.GONE;
        row.statementUnderWay = false;
        outbox.drop(row);
        held.remove(row);
        quieter.signalAll();
        signalRoom();
    }

    private void signalRoom() {
        if (hasRoom()) {
            intakeChanged.signalAll();
        }
    }

    boolean keepSignal(Held row, Runnable signal) {
        lock.lock();
        try {
            return row.keep(signal);
        } finally {
            lock.unlock();
        }
    }

    Lease pin(Held row) {
        lock.lock();
        try {
            row.pinned = true;
            while (row.statementUnderWay) {
                quieter.awaitUninterruptibly();
            }
            return row.lease;
        } finally {
            lock.unlock();
        }
    }

    // ---- results

    /** Waits for results to write; {@code null} when the worker has finished. */
    @Nullable
    Flush awaitFlush() throws InterruptedException {
        lock.lock();
        try {
            for (; ; ) {
                if (finished) {
                    return null;
                }
                long now = ticker.getAsLong();
                long wait = writeNothingBefore - now;
                if (wait <= 0) {
                    Outbox.Next next = outbox.next(now, runners > 0 && !closing);
                    if (next.flush() != null) {
                        return next.flush();
                    }
                    wait = next.waitNanos();
                }
                outboxChanged.awaitNanos(wait);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The row's result is written, or its lease was gone. */
    void settled(Held row) {
        lock.lock();
        try {
            gone(row);
        } finally {
            lock.unlock();
        }
    }

    /** The same for all of these. */
    void settled(List<Held> rows) {
        lock.lock();
        try {
            rows.forEach(this::gone);
        } finally {
            lock.unlock();
        }
    }

    /** A row this worker put back will be due after that time. */
    void ownRowDue(Duration readyIn) {
        lock.lock();
        try {
            ownRowsDue.add(ticker.getAsLong() + readyIn.toNanos());
            intakeChanged.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The row's result could not be written. False when its lease has ended meanwhile: it is let go.
     *
     * @param pause until it is tried again
     */
    boolean writeAgain(Held row, Outcome outcome, long pause) {
        lock.lock();
        try {
            long now = ticker.getAsLong();
            row.statementUnderWay = false;
            quieter.signalAll();
            if (row.deadline() - now <= 0) {
                gone(row);
                return false;
            }
            row.outcome = outcome;
            row.writeAt = now + pause;
            heldChanged.signalAll();
            outboxChanged.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Nothing is written for that long: the server refuses everything. */
    void writeNothingFor(long nanos) {
        lock.lock();
        try {
            writeNothingBefore = ticker.getAsLong() + nanos;
        } finally {
            lock.unlock();
        }
    }

    // ---- leases

    /** Waits until leases have to be extended; {@code null} when the worker has finished. */
    @Nullable
    List<Held> awaitExtensions(int most) throws InterruptedException {
        lock.lock();
        try {
            for (; ; ) {
                if (finished) {
                    return null;
                }
                long now = ticker.getAsLong();
                long wait = Long.MAX_VALUE;
                List<Held> due = new ArrayList<>();
                for (Held row : held) {
                    if (row.statementUnderWay || row.pinned || row.lost || due.size() == most) {
                        continue;
                    }
                    if (now - row.extendAt >= 0) {
                        due.add(row);
                    } else {
                        wait = Math.min(wait, row.extendAt - now);
                    }
                }
                if (!due.isEmpty()) {
                    due.forEach(row -> row.statementUnderWay = true);
                    return due;
                }
                heldChanged.awaitNanos(wait);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The lease was extended. */
    void extended(Held row, Lease renewed) {
        lock.lock();
        try {
            row.lease = renewed;
            row.extendAfter(renewed);
            row.overdue = false;
            statementEnded(row);
        } finally {
            lock.unlock();
        }
    }

    /** The lease could not be extended now; it is tried again after the pause. */
    void extendAgain(List<Held> rows, long pause) {
        lock.lock();
        try {
            for (Held row : rows) {
                row.extendAt = ticker.getAsLong() + pause;
                statementEnded(row);
            }
        } finally {
            lock.unlock();
        }
    }

    private void statementEnded(Held row) {
        row.statementUnderWay = false;
        quieter.signalAll();
        outboxChanged.signalAll();
    }

    /** Whether the last extension got through to the server. */
    void heartbeat(boolean fails) {
        lock.lock();
        try {
            heartbeatFails = fails;
            intakeChanged.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The lease is gone: nothing is written for the row any more. What has to be run outside the lock. */
    List<Runnable> lose(Held row) {
        lock.lock();
        try {
            row.statementUnderWay = false;
            quieter.signalAll();
            if (row.phase != Held.Phase.RUNNING) {
                gone(row);
                return List.of();
            }
            row.lost = true;
            return cancel(row);
        } finally {
            lock.unlock();
        }
    }

    private List<Runnable> cancel(Held row) {
        List<Runnable> signals = row.cancel();
        if (row.chunk != null) {
            row.chunk.interruptIfCancelled();
        }
        return signals;
    }

    /** Rows whose lease ran out while they were worked on, and what has to be run outside the lock. */
    record RanOut(List<Held> rows, List<Runnable> signals) {}

    /** Waits until leases run out unextended; {@code null} when the worker has finished. */
    @Nullable
    RanOut awaitRanOut() throws InterruptedException {
        lock.lock();
        try {
            for (; ; ) {
                if (finished) {
                    return null;
                }
                long now = ticker.getAsLong();
                long wait = Long.MAX_VALUE;
                List<Held> overdue = new ArrayList<>();
                for (Held row : held) {
                    if (row.overdue || row.lost) {
                        continue;
                    }
                    long left = row.deadline() - now;
                    if (left <= 0) {
                        overdue.add(row);
                    } else {
                        wait = Math.min(wait, left);
                    }
                }
                if (!overdue.isEmpty()) {
                    return ranOut(overdue);
                }
                heldChanged.awaitNanos(wait);
            }
        } finally {
            lock.unlock();
        }
    }

    private RanOut ranOut(List<Held> overdue) {
        List<Held> running = new ArrayList<>();
        List<Runnable> signals = new ArrayList<>();
        for (Held row : overdue) {
            row.overdue = true;
            if (row.phase == Held.Phase.RUNNING) {
                running.add(row);
                signals.addAll(cancel(row));
            } else if (row.phase == Held.Phase.WAITING) {
                // Not begun, and not to be begun: the server says whether it can still be given back.
                waitingRows--;
                end(row, Outcome.released(Duration.ZERO));
            }
        }
        return new RanOut(running, signals);
    }

    // ---- the end

    /** Takes no more rows and gives back those not begun. */
    void close() {
        lock.lock();
        try {
            closing = true;
            for (Held row : waiting) {
                if (row.phase == Held.Phase.WAITING) {
                    end(row, Outcome.released(Duration.ZERO));
                }
            }
            waiting.clear();
            waitingRows = 0;
            signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Tells every handler to stop. What has to be run outside the lock. */
    List<Runnable> cancelRunning() {
        lock.lock();
        try {
            cancelling = true;
            List<Runnable> signals = new ArrayList<>();
            held.stream().filter(row -> row.phase == Held.Phase.RUNNING).forEach(row -> signals.addAll(cancel(row)));
            return signals;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until no handler runs. */
    void awaitNoneRunning(Duration patience) throws InterruptedException {
        await(patience, () -> runningRows == 0);
    }

    /** Waits until nothing is held but rows whose handlers do not end. */
    void awaitNothingToWrite(Duration patience) throws InterruptedException {
        await(patience, () -> held.size() == runningRows);
    }

    /** Waits until nothing is held at all. */
    void awaitNothingHeld(Duration patience) throws InterruptedException {
        await(patience, held::isEmpty);
    }

    private void await(Duration patience, java.util.function.BooleanSupplier reached) throws InterruptedException {
        long left = patience.toNanos();
        lock.lockInterruptibly();
        try {
            while (!reached.getAsBoolean() && left > 0) {
                left = quieter.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the threads that write and extend. What is left. */
    List<Held> finish() {
        lock.lock();
        try {
            finished = true;
            closing = true;
            signalAll();
            return List.copyOf(held);
        } finally {
            lock.unlock();
        }
    }

    private void signalAll() {
        intakeChanged.signalAll();
        outboxChanged.signalAll();
        heldChanged.signalAll();
        quieter.signalAll();
    }

    int running() {
        lock.lock();
        try {
            return runningRows;
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

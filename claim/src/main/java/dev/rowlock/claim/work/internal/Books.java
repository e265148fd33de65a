package dev.rowlock.claim.work.internal;

import dev.rowlock.claim.work.Outcome;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The rows a worker holds and where each of them is on its way, as its desks share them: {@link IntakeDesk}, {@link HandlerDesk},
 * {@link ResultDesk} and {@link LeaseDesk}. One lock guards it all, and no statement is sent under it. At most one statement at a time is about
 * a row, so that an extension cannot take the fence from under a completion.
 *
 * <p>Everything but {@link #lock} is used under the lock.
 */
final class Books {
    final ReentrantLock lock = new ReentrantLock();
    final LongSupplier ticker;
    final Room room;

    /** There may be room for a claim, or rows to claim. */
    final Condition intakeChanged = lock.newCondition();
    /** There may be results to write. */
    final Condition outboxChanged = lock.newCondition();
    /** There may be a lease to extend, or one that runs out earlier than any before. */
    final Condition heldChanged = lock.newCondition();
    /** Something came to an end. */
    final Condition quieter = lock.newCondition();

    final Set<Held> held = new LinkedHashSet<>();
    final Queue<Held> waiting = new ArrayDeque<>();
    final Outbox outbox = new Outbox();

    /** When rows that this worker put back for later will be due. */
    final PriorityQueue<Long> ownRowsDue = new PriorityQueue<>((a, b) -> Long.signum(a - b));

    int waitingRows;
    int runningRows;
    int runners;
    boolean rowsAppeared;
    boolean heartbeatFails;
    boolean closing;
    boolean cancelling;
    boolean finished;
    long writeNothingBefore;

    Books(Room room, LongSupplier ticker) {
        this.room = room;
        this.ticker = ticker;
        this.writeNothingBefore = ticker.getAsLong();
    }

    long now() {
        return ticker.getAsLong();
    }

    /** A worker that cannot extend what it holds does not claim more. One that holds nothing has nothing to prove. */
    boolean hasRoom() {
        return (held.isEmpty() || !heartbeatFails) && room.fits(held.size(), waitingRows);
    }

    void signalRoom() {
        if (hasRoom()) {
            intakeChanged.signalAll();
        }
    }

    /** The row's handler is done with it, or will not begin: its result is to be written. */
    void end(Held row, Outcome outcome) {
        row.phase = Held.Phase.ENDED;
        outbox.put(row, outcome, now());
        // One more result of many changes nothing for the writer, which waits for more of them anyway.
        if (outbox.size() == 1 || outbox.isFull() || runners == 0 || closing) {
            outboxChanged.signalAll();
        }
    }

    /** Nothing more is to be done about the row. */
    void gone(Held row) {
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

    /** The statement about the row has an answer. */
    void statementEnded(Held row) {
        row.statementUnderWay = false;
        quieter.signalAll();
        outboxChanged.signalAll();
    }

    void signalAll() {
        intakeChanged.signalAll();
        outboxChanged.signalAll();
        heldChanged.signalAll();
        quieter.signalAll();
    }

    /** Waits, with the lock given back meanwhile, until this holds or the worker has finished. */
    boolean await(Duration patience, BooleanSupplier reached) throws InterruptedException {
        long left = patience.toNanos();
        while (!reached.getAsBoolean() && !finished && left > 0) {
            left = quieter.awaitNanos(left);
        }
        return reached.getAsBoolean();
    }
}

package dev.rowlock.claim.work.internal;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.work.Outcome;
import java.time.Duration;
import java.util.List;

/** What brings rows in asks here when, and hands them over. Thread-safe. */
final class IntakeDesk {
    /** What intake should do next. */
    enum Next {
        CLAIM,
        RECLAIM,
        STOP
    }

    private final Books books;

    IntakeDesk(Books books) {
        this.books = books;
    }

    /** Waits until it is time to claim and there is room, or time to reclaim, or the worker closes. */
    Next await(long claimAt, long reclaimAt) throws InterruptedException {
        books.lock.lock();
        try {
            for (; ; ) {
                if (books.closing) {
                    return Next.STOP;
                }
                long now = books.now();
                if (now - reclaimAt >= 0) {
                    return Next.RECLAIM;
                }
                long wait = reclaimAt - now;
                if (books.hasRoom()) {
                    noteOwnRows(now);
                    if (books.rowsAppeared || now - claimAt >= 0) {
                        books.rowsAppeared = false;
                        return Next.CLAIM;
                    }
                    wait = Math.min(wait, claimAt - now);
                    Long due = books.ownRowsDue.peek();
                    wait = due == null ? wait : Math.min(wait, due - now);
                }
                books.intakeChanged.awaitNanos(wait);
            }
        } finally {
            books.lock.unlock();
        }
    }

    private void noteOwnRows(long now) {
        for (Long due = books.ownRowsDue.peek(); due != null && now - due >= 0; due = books.ownRowsDue.peek()) {
            books.ownRowsDue.remove();
            books.rowsAppeared = true;
        }
    }

    /** Rows this process put back are ready: look for them at once. */
    void rowsAppeared() {
        books.lock.lock();
        try {
            books.rowsAppeared = true;
            books.intakeChanged.signalAll();
        } finally {
            books.lock.unlock();
        }
    }

    /** A row this worker put back will be due after that time at the latest. */
    void ownRowDue(Duration readyIn) {
        books.lock.lock();
        try {
            books.ownRowsDue.add(books.now() + readyIn.toNanos());
            books.intakeChanged.signalAll();
        } finally {
            books.lock.unlock();
        }
    }

    /** Whether nothing is held, and nothing that was put back waits for its time. */
    boolean isIdle() {
        books.lock.lock();
        try {
            return books.held.isEmpty() && books.ownRowsDue.isEmpty() && !books.rowsAppeared;
        } finally {
            books.lock.unlock();
        }
    }

    /** Takes over what was claimed. */
    void took(List<Lease> leases, HandlerDesk handlers) {
        books.lock.lock();
        try {
            for (Lease lease : leases) {
                Held row = new Held(handlers, lease);
                books.held.add(row);
                if (books.closing) {
                    books.end(row, Outcome.released(Duration.ZERO));
                } else {
                    books.waiting.add(row);
                    books.waitingRows++;
                }
            }
            books.heldChanged.signalAll();
        } finally {
            books.lock.unlock();
        }
    }

    /** Takes no more rows and gives back those not begun. */
    void close() {
        books.lock.lock();
        try {
            books.closing = true;
            for (Held row : books.waiting) {
                if (row.phase == Held.Phase.WAITING) {
                    books.end(row, Outcome.released(Duration.ZERO));
                }
            }
            books.waiting.clear();
            books.waitingRows = 0;
            books.signalAll();
        } finally {
            books.lock.unlock();
        }
    }
}

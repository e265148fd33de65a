package dev.rowlock.claim.work.internal;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.work.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says which leases have to be extended and which have run out, and takes what became of them. Thread-safe. */
final class LeaseDesk {
    /** Rows whose lease ran out while they were worked on, and what has to be run outside the lock. */
    record RanOut(List<Held> rows, List<Runnable> signals) {}

    private final Books books;

    LeaseDesk(Books books) {
        this.books = books;
    }

    /** Waits until leases have to be extended; {@code null} when the worker has finished. */
    @Nullable
    List<Held> awaitDue(int most) throws InterruptedException {
        books.lock.lock();
        try {
            while (!books.finished) {
                long now = books.now();
                long wait = Long.MAX_VALUE;
                List<Held> due = new ArrayList<>();
                for (Held row : books.held) {
                    boolean extensible = !row.statementUnderWay && !row.pinned && !row.lost;
                    if (extensible && now - row.extendAt >= 0 && due.size() < most) {
                        due.add(row);
                    } else if (extensible) {
                        wait = Math.min(wait, row.extendAt - now);
                    }
                }
                if (!due.isEmpty()) {
                    due.forEach(row -> row.statementUnderWay = true);
                    return due;
                }
                books.heldChanged.awaitNanos(wait);
            }
            return null;
        } finally {
            books.lock.unlock();
        }
    }

    /** The lease was extended. */
    void extended(Held row, Lease renewed) {
        books.lock.lock();
        try {
            row.lease = renewed;
            row.extendAfter(renewed);
            row.overdue = false;
            books.statementEnded(row);
        } finally {
            books.lock.unlock();
        }
    }

    /** The leases could not be extended now; they are tried again after the pause. */
    void again(List<Held> rows, long pause) {
        books.lock.lock();
        try {
            for (Held row : rows) {
                row.extendAt = books.now() + pause;
                books.statementEnded(row);
            }
        } finally {
            books.lock.unlock();
        }
    }

    /** Extensions reach the server. */
    void heartbeatWorks() {
        books.lock.lock();
        try {
            books.heartbeatFails = false;
            books.signalRoom();
        } finally {
            books.lock.unlock();
        }
    }

    /** Extensions do not reach the server: nothing is claimed until they do. */
    void heartbeatFails() {
        books.lock.lock();
        try {
            books.heartbeatFails = true;
        } finally {
            books.lock.unlock();
        }
    }

    /** The lease is gone: nothing is written for the row any more. What has to be run outside the lock. */
    List<Runnable> lose(Held row) {
        books.lock.lock();
        try {
            books.statementEnded(row);
            if (row.phase != Held.Phase.RUNNING) {
                books.gone(row);
                return List.of();
            }
            row.lost = true;
            return row.cancel();
        } finally {
            books.lock.unlock();
        }
    }

    /** Waits until leases run out unextended; {@code null} when the worker has finished. */
    @Nullable
    RanOut awaitRanOut() throws InterruptedException {
        books.lock.lock();
        try {
            while (!books.finished) {
                long now = books.now();
                long wait = Long.MAX_VALUE;
                List<Held> overdue = new ArrayList<>();
                for (Held row : books.held) {
                    if (!row.overdue && !row.lost) {
                        long left = row.deadline() - now;
                        if (left <= 0) {
                            overdue.add(row);
                        } else {
                            wait = Math.min(wait, left);
                        }
                    }
                }
                if (!overdue.isEmpty()) {
                    return ranOut(overdue);
                }
                books.heldChanged.awaitNanos(wait);
            }
            return null;
        } finally {
            books.lock.unlock();
        }
    }

    private RanOut ranOut(List<Held> overdue) {
        List<Held> running = new ArrayList<>();
        List<Runnable> signals = new ArrayList<>();
        for (Held row : overdue) {
            row.overdue = true;
            if (row.phase == Held.Phase.RUNNING) {
                running.add(row);
                signals.addAll(row.cancel());
            } else if (row.phase == Held.Phase.WAITING) {
                // Not begun, and not to be begun: the server says whether it can still be given back.
                books.waitingRows--;
                books.end(row, Outcome.released(Duration.ZERO));
            }
        }
        return new RanOut(running, signals);
    }
}

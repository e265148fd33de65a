package dev.rowlock.claim.work.internal;

import dev.rowlock.claim.work.Outcome;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hands results to the writer and takes what the server made of them. Thread-safe. */
final class ResultDesk {
    private final Books books;

    ResultDesk(Books books) {
        this.books = books;
    }

    /** Waits for results to write; {@code null} when the worker has finished. */
    @Nullable
    Flush await() throws InterruptedException {
        books.lock.lock();
        try {
            while (!books.finished) {
                long now = books.now();
                long wait = books.writeNothingBefore - now;
                if (wait <= 0) {
                    Outbox.Next next = books.outbox.next(now, books.runners > 0 && !books.closing);
                    if (next.flush() != null) {
                        return next.flush();
                    }
                    wait = next.waitNanos();
                }
                books.outboxChanged.awaitNanos(wait);
            }
            return null;
        } finally {
            books.lock.unlock();
        }
    }

    /** These rows' results are written, or their leases were gone. */
    void settled(List<Held> rows) {
        books.lock.lock();
        try {
            rows.forEach(books::gone);
        } finally {
            books.lock.unlock();
        }
    }

    /**
     * The row's result could not be written. False when its lease has ended meanwhile: it is let go.
     *
     * @param outcome what to write next time
     * @param pause until then
     */
    boolean again(Held row, Outcome outcome, long pause) {
        books.lock.lock();
        try {
            long now = books.now();
            books.statementEnded(row);
            if (row.deadline() - now <= 0) {
                books.gone(row);
                return false;
            }
            row.outcome = outcome;
            row.writeAt = now + pause;
            books.heldChanged.signalAll();
            return true;
        } finally {
            books.lock.unlock();
        }
    }

    /** Nothing is written for that long: the server refuses everything. */
    void writeNothingFor(long nanos) {
        books.lock.lock();
        try {
            books.writeNothingBefore = books.now() + nanos;
        } finally {
            books.lock.unlock();
        }
    }

    /** Waits until no handler runs. */
    boolean awaitNoneRunning(Duration patience) throws InterruptedException {
        books.lock.lock();
        try {
            return books.await(patience, () -> books.runningRows == 0);
        } finally {
            books.lock.unlock();
        }
    }

    /** Waits until nothing is held but rows whose handlers do not end. */
    boolean awaitAllWritten(Duration patience) throws InterruptedException {
        books.lock.lock();
        try {
            return books.await(patience, () -> books.held.size() == books.runningRows);
        } finally {
            books.lock.unlock();
        }
    }

    /** Waits until nothing is held at all, or the worker has finished. */
    boolean awaitNothingHeld(Duration patience) throws InterruptedException {
        books.lock.lock();
        try {
            return books.await(patience, books.held::isEmpty);
        } finally {
            books.lock.unlock();
        }
    }

    /** The same for as long as it takes. */
    void awaitNothingHeld() throws InterruptedException {
        books.lock.lock();
        try {
            while (!books.held.isEmpty() && !books.finished) {
                books.quieter.await();
            }
        } finally {
            books.lock.unlock();
        }
    }

    /** Ends the threads that write and extend. What is left. */
    List<Held> finish() {
        books.lock.lock();
        try {
            books.finished = true;
            books.closing = true;
            books.signalAll();
            return List.copyOf(books.held);
        } finally {
            books.lock.unlock();
        }
    }

    int held() {
        books.lock.lock();
        try {
            return books.held.size();
        } finally {
            books.lock.unlock();
        }
    }
}

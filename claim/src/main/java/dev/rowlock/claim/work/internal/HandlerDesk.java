package dev.rowlock.claim.work.internal;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.work.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hands rows to runners and takes what came of them. Thread-safe. */
final class HandlerDesk {
    private final Books books;

    HandlerDesk(Books books) {
        this.books = books;
    }

    /** How many more runners are worth starting; they count as running from now on. */
    int startRunners() {
        books.lock.lock();
        try {
            int wanted = Math.min(books.room.concurrency() - books.runners, books.room.chunks(books.waitingRows));
            int more = books.closing ? 0 : Math.max(0, wanted);
            books.runners += more;
            return more;
        } finally {
            books.lock.unlock();
        }
    }

    /** A runner could not be started. */
    void runnerRefused() {
        books.lock.lock();
        try {
            books.runners--;
        } finally {
            books.lock.unlock();
        }
    }

    /** Rows for this thread's runner; {@code null} ends the runner. */
    @Nullable
    Chunk start(Thread thread) {
        books.lock.lock();
        try {
            List<Held> rows = nextRows();
            if (rows.isEmpty()) {
                books.runners--;
                books.outboxChanged.signalAll();
                return null;
            }
            books.waitingRows -= rows.size();
            books.runningRows += rows.size();
            Chunk chunk = new Chunk(rows, thread);
            rows.forEach(row -> row.chunk = chunk);
            books.signalRoom();
            return chunk;
        } finally {
            books.lock.unlock();
        }
    }

    private List<Held> nextRows() {
        List<Held> rows = new ArrayList<>();
        while (!books.closing && rows.size() < books.room.chunk() && !books.waiting.isEmpty()) {
            Held row = books.waiting.remove();
            if (row.phase == Held.Phase.WAITING) {
                row.phase = Held.Phase.RUNNING;
                rows.add(row);
            }
        }
        return rows;
    }

    /** Takes a chunk's results. */
    void ended(Chunk chunk, List<Outcome> outcomes) {
        books.lock.lock();
        try {
            chunk.end();
            books.runningRows -= chunk.rows.size();
            for (int at = 0; at < outcomes.size(); at++) {
                Held row = chunk.rows.get(at);
                row.chunk = null;
                ended(row, outcomes.get(at));
            }
            books.quieter.signalAll();
            books.signalRoom();
        } finally {
            books.lock.unlock();
        }
    }

    private void ended(Held row, Outcome outcome) {
        if (row.lost || outcome instanceof Outcome.Settled) {
            books.gone(row);
            return;
        }
        // Who was told to stop because the worker closes has not failed.
        boolean stopped = books.cancelling && row.isCancelled() && !row.overdue && outcome instanceof Outcome.Failed;
        books.end(row, stopped ? Outcome.released(Duration.ZERO) : outcome);
    }

    /** Whether the signal waits for a cancellation; if not, it is due now. */
    boolean keepSignal(Held row, Runnable signal) {
        books.lock.lock();
        try {
            return row.keep(signal);
        } finally {
            books.lock.unlock();
        }
    }

    Lease pin(Held row) {
        books.lock.lock();
        try {
            row.pinned = true;
            while (row.statementUnderWay) {
                books.quieter.awaitUninterruptibly();
            }
            return row.lease;
        } finally {
            books.lock.unlock();
        }
    }

    /** Tells every handler to stop. What has to be run outside the lock. */
    List<Runnable> cancelAll() {
        books.lock.lock();
        try {
            books.cancelling = true;
            List<Runnable> signals = new ArrayList<>();
            for (Held row : books.held) {
                if (row.phase == Held.Phase.RUNNING) {
                    signals.addAll(row.cancel());
                }
            }
            return signals;
        } finally {
            books.lock.unlock();
        }
    }

    int running() {
        books.lock.lock();
        try {
            return books.runningRows;
        } finally {
            books.lock.unlock();
        }
    }
}

package dev.rowlock.claim.work.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows that one call of the handler works on, and the thread it runs on. Guarded by the books' lock. */
final class Chunk {
    final List<Held> rows;
    private @Nullable Thread thread;

    Chunk(List<Held> rows, Thread thread) {
        this.rows = rows;
        this.thread = thread;
    }

    /** Interrupts the handler once all of its rows are cancelled. */
    void interruptIfCancelled() {
        if (thread != null && rows.stream().allMatch(Held::isCancelled)) {
            thread.interrupt();
        }
    }

    /** From here on no interrupt is sent: the thread goes on with other rows. */
    void end() {
        thread = null;
    }
}

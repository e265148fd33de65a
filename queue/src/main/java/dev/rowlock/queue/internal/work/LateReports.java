package dev.rowlock.queue.internal.work;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Attempts that end without a result of ours, because the job was taken or completed by its handler, and may have told something before. Thread-safe. */
final class LateReports {
    private static final int MOST = 1_000;

    private final ConcurrentLinkedQueue<Held> waiting = new ConcurrentLinkedQueue<>();

    void add(Held held) {
        if (held.report != null) {
            waiting.add(held);
        }
    }

    /** All that wait, the newest thousand of them; they are not kept here any more. */
    List<Held> take() {
        List<Held> taken = new ArrayList<>();
        for (Held next = waiting.poll(); next != null; next = waiting.poll()) {
            taken.add(next);
        }
        return taken.subList(Math.max(0, taken.size() - MOST), taken.size());
    }
}

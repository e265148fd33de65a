package dev.rowlock.cli.diagnose;

import dev.rowlock.cli.Output;
import dev.rowlock.diagnose.Deadlock;
import dev.rowlock.diagnose.watch.DeadlockHistory;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.RowlockException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Writes deadlocks into the history as the server lets it; what it does not take now is kept for later. For one thread. */
final class WatchHistory {
    /** A server that takes no writes for long must not fill our memory; a report is some kilobytes. */
    private static final int MOST_WAITING = 500;

    /** The first write prunes, and then one in so many: rows come one by one. */
    private static final int WRITES_BETWEEN_PRUNES = 50;

    private record Waiting(String server, Deadlock deadlock) {}

    private final @Nullable DeadlockHistory history;
    private final Consumer<String> notes;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private int writes;
    private boolean failing;

    private WatchHistory(@Nullable DeadlockHistory history, Consumer<String> notes) {
        this.history = history;
        this.notes = notes;
    }

    /**
     * The history that the options ask for, or one that keeps nothing.
     *
     * @throws ConfigurationException if its table is not there and was not to be made
     */
    static WatchHistory open(WatchOptions options, DataSource dataSource, Consumer<String> notes) {
        String schema = options.history().orElse(null);
        if (schema == null) {
            return new WatchHistory(null, notes);
        }
        DeadlockHistory history = new DeadlockHistory(
                dataSource,
                new Identifier(schema),
                options.retention(),
                deadlock -> Output.text(DeadlockJson.of(deadlock)));
        if (options.isHistoryToBeMade()) {
            history.create();
        }
        history.check();
        return new WatchHistory(history, notes);
    }

    /** Takes a deadlock, and writes it with {@link #write}. */
    void add(String server, Deadlock deadlock) {
        if (history == null) {
            return;
        }
        waiting.addLast(new Waiting(server, deadlock));
        if (waiting.size() > MOST_WAITING) {
            waiting.removeFirst();
            notes.accept("a deadlock is lost to the history: " + MOST_WAITING + " wait to be written already");
        }
    }

    /** Writes what waits; a failure is said once, until writing works again. */
    void write() {
        DeadlockHistory table = history;
        while (table != null && !waiting.isEmpty()) {
            Waiting next = waiting.getFirst();
            try {
                table.add(next.server(), next.deadlock());
                waiting.removeFirst();
                if (writes++ % WRITES_BETWEEN_PRUNES == 0) {
                    table.prune();
                }
                failing = false;
            } catch (RowlockException e) {
                if (!failing) {
                    notes.accept("the history cannot be written, and is tried again at each look: " + e.getMessage());
                }
                failing = true;
                return;
            }
        }
    }

    int waiting() {
        return waiting.size();
    }
}

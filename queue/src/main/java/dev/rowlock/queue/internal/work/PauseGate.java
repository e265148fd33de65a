package dev.rowlock.queue.internal.work;

import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.lookout.Glance;
import dev.rowlock.queue.internal.sql.LookStatements;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether jobs may start that came without a claim, which would have seen that the queue is paused. Thread-safe. */
final class PauseGate {
    private static final Logger log = LoggerFactory.getLogger(PauseGate.class);

    private final int queue;
    private final Glance glance;

    PauseGate(int queue, Glance glance) {
        this.queue = queue;
        this.glance = glance;
    }

    /** Asks the server; nobody starts while it does not answer. */
    boolean isOpen() {
        try {
            return glance.at(connection -> new Call(connection, LookStatements.QUEUE_OPEN)
                            .with(queue)
                            .query(row -> row.getBoolean(1)))
                    .contains(true);
        } catch (StoreException e) {
            log.info(
                    "a job that was handed over is given back, nobody knows whether its queue is paused reason=\"{}\"",
                    e.getMessage());
            return false;
        }
    }
}

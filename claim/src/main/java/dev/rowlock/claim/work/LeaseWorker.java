package dev.rowlock.claim.work;

import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.work.internal.Crew;
import dev.rowlock.claim.work.internal.Handling;
import java.time.Duration;

/**
 * Works a table: claims rows, runs the user's handler on them, extends their leases meanwhile, writes results in batches, and takes back
 * rows of holders that are gone.
 *
 * <pre>{@code
 * try (LeaseWorker worker = LeaseWorker.ofRows(orders, work -> {
 *     send(work.lease().key());
 *     return Outcome.done();
 * }, WorkSettings.standard()).start()) {
 *     worker.awaitEnd();
 * }
 * }</pre>
 *
 * <p>It is at-least-once: a handler may see a row again whose result was not written, here or in another process (A8, A11). A worker that
 * cannot reach the server keeps what it has until the leases end, claims nothing, and goes on when the server is back. After a crash
 * here, the rows held stay processing until their leases end, and the next reclaim of any worker counts an attempt and makes them ready.
 *
 * <p>Takes three connections at a time at most: one to claim and reclaim, one to write results, one to extend leases. No transaction is open
 * while a handler runs (A5), so none of its rows is locked then; locks are those of {@link dev.rowlock.claim.LeaseOperations}, in batches. Thread-safe.
 */
public final class LeaseWorker implements AutoCloseable {
    private enum State {
        NEW,
        RUNNING,
        CLOSED
    }

    private static final Duration GRACE = Duration.ofSeconds(30);

    private final Crew crew;
    private State state = State.NEW;
    private CloseReport report = new CloseReport(0, java.util.List.of(), java.util.List.of());

    private LeaseWorker(Crew crew) {
        this.crew = crew;
    }

    /** A worker that calls the handler for each row. */
    public static LeaseWorker ofRows(LeaseTable table, Handler handler, WorkSettings settings) {
        return new LeaseWorker(new Crew(settings, table, Handling.ofRows(handler)));
    }

    /** A worker that calls the handler for up to a batch of rows at once. */
    public static LeaseWorker ofBatches(LeaseTable table, BatchHandler handler, WorkSettings settings) {
        return new LeaseWorker(new Crew(settings, table, Handling.ofBatches(handler, settings.batch())));
    }

    /** Begins to work; does nothing when it has begun before. */
    public synchronized LeaseWorker start() {
        if (state == State.NEW) {
            state = State.RUNNING;
            crew.start();
        }
        return this;
    }

    /** Waits until the worker has ended by itself ({@link WhenEmpty#END}), or is closed by another thread. */
    public void awaitEnd() throws InterruptedException {
        crew.awaitEnd();
    }

    /** Waits at most so long; whether the worker has ended. */
    public boolean awaitEnd(Duration patience) throws InterruptedException {
        return crew.awaitEnd(patience);
    }

    /** How far it is. */
    public WorkCounts counts() {
        return crew.counts();
    }

    /** {@link #close(Duration)} with half a minute's grace. */
    @Override
    public void close() {
        close(GRACE);
    }

    /**
     * Stops claiming, gives back rows not begun, lets handlers finish for so long, then tells the others to stop and gives their rows back
     * too; writes what there is to write, and ends every thread. Leases are extended to the last. A second call returns the same report.
     */
    public synchronized CloseReport close(Duration grace) {
        if (state == State.RUNNING) {
            report = crew.close(grace);
        }
        state = State.CLOSED;
        return report;
    }
}

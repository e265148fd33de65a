package dev.rowlock.batch.internal;

import dev.rowlock.batch.RunState;
import dev.rowlock.batch.WorkerListener;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.Transactions;
import java.time.Duration;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a run, resumable, on what does not pass by itself. Where that cannot be written down either, since the account or our own tables are gone, this process
 * leaves the run, which others may go on with. Thread-safe.
 */
final class Ending {
    private static final Logger log = LoggerFactory.getLogger(Ending.class);
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final Transactions transactions;
    private final RunStore runs;
    private final Events events;
    private final Gate gate;
    private final long run;
    private final WorkerListener listener;

    Ending(Transactions transactions, RunStore runs, Events events, Gate gate, long run, WorkerListener listener) {
        this.transactions = transactions;
        this.runs = runs;
        this.events = events;
        this.gate = gate;
        this.run = run;
        this.listener = listener;
    }

    /** Stops the run, and has all threads of this process leave. A server that is away just now is waited for. */
    void stop(RuntimeException because) throws InterruptedException {
        String reason = "stopped by an error: " + because.getMessage();
        do {
            try {
                write(reason);
                gate.leave();
            } catch (StoreException e) {
                if (PassingErrors.passes(e)) {
                    log.warn(
                            "batch run={} is to be stopped, and the server is away reason=\"{}\"", run, e.getMessage());
                } else {
                    leave(e);
                }
            }
        } while (gate.rest(AGAIN));
    }

    private void write(String reason) {
        transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
            if (runs.move(connection, run, RunState.STOPPED, reason, Set.of(RunState.RUNNING, RunState.PAUSED))) {
                events.add(connection, run, "stopped", reason, null);
            }
            return run;
        });
    }

    private void leave(StoreException refused) {
        boolean gone = refused.errorNumber() == ServerError.ER_NO_SUCH_TABLE
                || refused.errorNumber() == ServerError.ER_BAD_DB_ERROR;
        String told = gone
                ? "run " + run + " cannot be found any more (" + refused.getMessage()
                        + "): if Rowlock's own tables were dropped, where it stood is gone with them. What is committed stays;"
                        + " start another run, whose condition leaves out what is done"
                : "this process leaves run " + run + ", and cannot write down why (" + refused.getMessage()
                        + "). Nothing is lost: its shards are free when their leases end; put that right, then rowlock batch run"
                        + " --join " + run;
        log.error("batch run={} left reason=\"{}\"", run, told);
        gate.leave();
        listener.left(told);
    }
}

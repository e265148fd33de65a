package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Signals;
import dev.rowlock.cli.work.RunEnd;
import dev.rowlock.cli.work.WorkOutput;
import dev.rowlock.mysql.ErrorCode;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.RowlockException;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.queue.Job;
import dev.rowlock.queue.Worker;
import dev.rowlock.queue.WorkerReport;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** One run of a queue's worker, from its start until the queue is empty, it is told to stop, or cannot go on. */
final class QueueRun {
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final WorkOutput output;
    private final Duration grace;
    private final RunEnd end = new RunEnd();
    private volatile boolean troubled;

    QueueRun(WorkOutput output, Duration grace) {
        this.output = output;
        this.grace = grace;
    }

    /** Ends the run: it would never get anywhere. */
    void fail(RowlockException because) {
        end.fail(because);
    }

    /** A transaction failed. Deadlocks and the like are everyday matters; a missing right does not mend itself. */
    void storeFailed(StoreException because) {
        if (because.code() == ErrorCode.ACCESS_DENIED) {
            fail(because);
        } else if ((because.failure() == Failure.CONNECTION || because.failure() == Failure.READ_ONLY) && !troubled) {
            troubled = true;
            output.claimsFail(because);
        }
    }

    /** Jobs are claimed. */
    void claimed() {
        if (troubled) {
            troubled = false;
            output.claimsWork();
        }
    }

    void tellAttempt(String event, Job<?> job, String reason) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("event", event);
        json.put("id", job.id().toString());
        json.put("kind", job.kind());
        json.put("attempt", job.attempt());
        json.put("reason", reason);
        output.event(
                json, event + " job=" + job.id() + " kind=" + job.kind() + " attempt=" + job.attempt() + ": " + reason);
    }

    /**
     * Works.
     *
     * @param isEmpty whether the run may end, asked about once a second
     */
    ExitCode run(Worker worker, BooleanSupplier isEmpty) throws InterruptedException {
        QueueProgress progress = new QueueProgress(output, worker, this);
        WorkerReport left;
        try (Signals signals = Signals.on(end::stop)) {
            progress.start();
            while (!end.await(LOOK) && !isEmpty.getAsBoolean()) {
                // goes on
            }
            left = worker.close(grace);
        } finally {
            progress.close();
            worker.close(Duration.ZERO);
        }
        end.throwFailure();
        progress.summary(end.signal().map(name -> "stopped by " + name).orElse("the queue is empty"), left);
        return left.isClean() ? ExitCode.DONE : ExitCode.NO;
    }
}

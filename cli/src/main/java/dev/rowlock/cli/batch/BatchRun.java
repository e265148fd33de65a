package dev.rowlock.cli.batch;

import dev.rowlock.batch.BatchWorker;
import dev.rowlock.batch.Batches;
import dev.rowlock.batch.CloseReport;
import dev.rowlock.batch.RunState;
import dev.rowlock.batch.RunStatus;
import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Signals;
import dev.rowlock.cli.work.RunEnd;
import dev.rowlock.cli.work.WorkOutput;
import dev.rowlock.mysql.RowlockException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;

/** One process's part in a run, from joining until the run is over, this process is told to end, or it cannot go on. */
final class BatchRun {
    private final WorkOutput output;
    private final Batches batches;
    private final long run;
    private final Duration grace;
    private final String again;
    private final RunEnd end = new RunEnd();

    /**
     * Made when the run exists.
     *
     * @param grace how long the chunks under way may take when it has to end
     * @param again options that a command over this run has to repeat
     */
    BatchRun(WorkOutput output, Batches batches, long run, Duration grace, String again) {
        this.output = output;
        this.batches = batches;
        this.run = run;
        this.grace = grace;
        this.again = again;
    }

    /** Ends this process's part: it would never get anywhere. */
    void fail(RowlockException because) {
        end.fail(because);
    }

    ExitCode work(BatchWorker worker, RunTeller teller, long lastEvent) throws InterruptedException {
        RunProgress progress = new RunProgress(output, batches, run, lastEvent, Clock.systemUTC());
        CloseReport left;
        try (Signals signals = Signals.on(end::stop)) {
            worker.start();
            progress.start();
            end.when(() -> awaitEnd(worker));
            end.await();
            left = worker.close(grace);
        } finally {
            worker.close(Duration.ZERO);
            progress.close();
        }
        end.throwFailure();
        if (teller.hasLeft()) {
            return leftUnread(left);
        }
        return summary(batches.status(run), left);
    }

    /** Whoever may no longer read our tables would be told that there is no such run. Why it left was told already. */
    private ExitCode leftUnread(CloseReport left) {
        String message = "run " + run + " was left by this process, which did " + left.rowsDone() + " rows of it";
        Map<String, Object> json = RunJson.message("summary", run, message);
        json.put("rowsDoneHere", left.rowsDone());
        json.put("threadsLeft", left.threadsLeft());
        output.summary(json, message);
        return ExitCode.NO;
    }

    private static void awaitEnd(BatchWorker worker) throws InterruptedException {
        while (!worker.await(Duration.ofHours(1))) {
            // a run may take days
        }
    }

    /** Says how it ended, and what became of every row that matched. */
    ExitCode summary(RunStatus status, CloseReport left) {
        Forecast forecast = Forecast.overall(status, Clock.systemUTC().instant());
        Map<String, Object> json = RunJson.of("summary", status, forecast);
        json.put("rowsDoneHere", left.rowsDone());
        json.put("threadsLeft", left.threadsLeft());
        json.put("signal", end.signal().orElse(null));
        String next = next(status);
        output.summary(
                json,
                how(status) + ": " + RunText.reconciliation(status.counts()) + " in " + RunText.time(status.age())
                        + (next.isEmpty() ? "" : System.lineSeparator() + next));
        boolean all = status.state() == RunState.DONE
                && status.isReconciled()
                && status.counts().failed() == 0;
        return all ? ExitCode.DONE : ExitCode.NO;
    }

    private String how(RunStatus status) {
        return "run " + run + " "
                + end.signal()
                        .filter(name -> !status.state().isOver())
                        .map(name -> "left by this process after " + name)
                        .orElseGet(() -> "is " + RunText.state(status));
    }

    private String next(RunStatus status) {
        return switch (status.state()) {
            case RUNNING -> "go on with: rowlock batch run --join " + run + again;
            case PAUSED, STOPPED ->
                "go on with: rowlock batch resume " + run + again + ", then rowlock batch run --join " + run + again;
            case DONE ->
                status.isReconciled() && status.counts().failed() == 0
                        ? ""
                        : "not all rows are done: rowlock batch held " + run + again;
            case CANCELLED -> "";
        };
    }
}

package dev.rowlock.cli.work;

import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.work.CloseReport;
import dev.rowlock.claim.work.LeaseWorker;
import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Signals;
import java.time.Duration;

/** One run of a worker, from its start until it is empty, told to stop, or cannot go on. */
final class WorkRun {
    private final WorkOutput output;
    private final RunEnd end;
    private final Duration grace;

    WorkRun(WorkOutput output, RunEnd end, Duration grace) {
        this.output = output;
        this.end = end;
        this.grace = grace;
    }

    ExitCode run(LeaseTable table, LeaseWorker worker) throws InterruptedException {
        Progress progress = new Progress(output, table, worker);
        CloseReport left;
        try (Signals signals = Signals.on(end::stop)) {
            worker.start();
            end.when(worker::awaitEnd);
            progress.start();
            end.await();
            left = worker.close(grace);
        } finally {
            progress.close();
            worker.close(Duration.ZERO);
        }
        end.throwFailure();
        progress.summary(end.signal().map(name -> "stopped by " + name).orElse("the table is empty"), left);
        return left.isClean() ? ExitCode.DONE : ExitCode.NO;
    }
}

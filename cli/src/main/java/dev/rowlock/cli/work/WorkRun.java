package dev.rowlock.cli.work;

import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.work.CloseReport;
import dev.rowlock.claim.work.LeaseWorker;
import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Signals;
import dev.rowlock.mysql.RowlockException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** One run of a worker, from its start until it is empty, told to stop, or cannot go on. */
final class WorkRun {
    private final WorkOutput output;
    private final Duration grace;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable RowlockException failure;
    private volatile String why = "the table is empty";

    WorkRun(WorkOutput output, Duration grace) {
        this.output = output;
        this.grace = grace;
    }

    /** Ends the run: it would never get anywhere. */
    void fail(RowlockException because) {
        failure = because;
        over.countDown();
    }

    private void stop(String signal) {
        why = "stopped by " + signal;
        over.countDown();
    }

    ExitCode run(LeaseTable table, LeaseWorker worker) throws InterruptedException {
        Progress progress = new Progress(output, table, worker);
        CloseReport left;
        try (Signals signals = Signals.on(this::stop)) {
            worker.start();
            awaitEnd(worker);
            progress.start();
            over.await();
            left = worker.close(grace);
        } finally {
            progress.close();
            worker.close(Duration.ZERO);
        }
        RowlockException because = failure;
        if (because != null) {
            throw because;
        }
        progress.summary(why, left);
        return left.isClean() ? ExitCode.DONE : ExitCode.NO;
    }

    /** The end of an empty table ends the run as a signal does. */
    private void awaitEnd(LeaseWorker worker) {
        Thread waiter = new Thread(
                () -> {
                    try {
                        worker.awaitEnd();
                        over.countDown();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "rowlock-end");
        waiter.setDaemon(true);
        waiter.start();
    }
}

package dev.rowlock.cli.work;

import dev.rowlock.mysql.RowlockException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The end of a worker's run: its work is over, a signal asks for it, or something is wrong that does not mend itself. Thread-safe. */
public final class RunEnd {
    /** Returns when the work is over. */
    public interface Work {
        void await() throws InterruptedException;
    }

    private final CountDownLatch reached = new CountDownLatch(1);
    private volatile @Nullable RowlockException failure;
    private volatile @Nullable String signal;

    /** The run would never get anywhere. */
    public void fail(RowlockException because) {
        failure = because;
        reached.countDown();
    }

    /** This signal came. */
    public void stop(String name) {
        signal = name;
        reached.countDown();
    }

    /** The end of this work is the end of the run; a thread waits for it. */
    public void when(Work work) {
        Thread waiter = new Thread(
                () -> {
                    try {
                        work.await();
                        reached.countDown();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "rowlock-end");
        waiter.setDaemon(true);
        waiter.start();
    }

    public void await() throws InterruptedException {
        reached.await();
    }

    /** Whether it is reached within this time. */
    public boolean await(Duration longest) throws InterruptedException {
        return reached.await(longest.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Which signal came, if one did. */
    public Optional<String> signal() {
        return Optional.ofNullable(signal);
    }

    /** Throws what is wrong, if something is. */
    public void throwFailure() {
        RowlockException because = failure;
        if (because != null) {
            throw because;
        }
    }
}

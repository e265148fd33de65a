package dev.rowlock.batch.internal;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renews a shard's lease while the user's code runs, in a thread of its own. Ended by {@link #close}. */
final class Heartbeat implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Heartbeat.class);

    private final @Nullable Thread threadOrNull;
    private volatile boolean ended;

    private Heartbeat(@Nullable Holding holding) {
        if (holding == null) {
            threadOrNull = null;
            return;
        }
        Thread thread = new Thread(() -> beat(holding), "rowlock-batch-heartbeat");
        thread.setDaemon(true);
        threadOrNull = thread;
        thread.start();
    }

    /** None is needed: chunks renew the lease. */
    static Heartbeat none() {
        return new Heartbeat(null);
    }

    static Heartbeat start(Holding holding) {
        return new Heartbeat(holding);
    }

    private void beat(Holding holding) {
        while (!ended) {
            LockSupport.parkNanos(Math.max(1_000_000, holding.untilRenewal().toNanos()));
            if (ended) {
                return;
            }
            try {
                holding.renewIfDue();
            } catch (LeaseGone lost) {
                return; // the checkpoint will find out, and roll back
            } catch (RuntimeException e) {
                // The server may be back before the lease ends (facts 4: a heartbeat that fails once must not end its
                // worker).
                log.debug("batch heartbeat failed reason=\"{}\"", e.getMessage());
                LockSupport.parkNanos(200_000_000);
            }
        }
    }

    @Override
    public void close() {
        ended = true;
        Thread thread = threadOrNull;
        if (thread == null) {
            return;
        }
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

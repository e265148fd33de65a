package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.StopReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How one handler is told to stop: a reason it can ask for, listeners of its own, and its thread interrupted when the grace is over. Thread-safe.
 */
final class Stop {
    private static final Logger log = LoggerFactory.getLogger(Stop.class);

    private final List<Runnable> listeners = new ArrayList<>(0);
    private volatile @Nullable StopReason reason;
    private long grace;
    private long seenAt;
    private boolean seen;
    private boolean interrupted;

    /** Set before the handler begins; without it there is none. */
    synchronized void grace(Duration patience) {
        grace = patience.toNanos();
    }

    Optional<StopReason> reason() {
        return Optional.ofNullable(reason);
    }

    boolean isTold() {
        return reason != null;
    }

    /** Tells it; the first reason stays. Whether its thread is to be interrupted now. */
    synchronized boolean tell(StopReason why) {
        if (reason == null) {
            reason = why;
            listeners.forEach(Stop::call);
            listeners.clear();
        }
        interrupted |= grace == 0;
        return grace == 0;
    }

    /** Called now and then; true once, when it was told and the grace since this was first called has passed. */
    synchronized boolean isOver(long now) {
        if (reason == null || interrupted) {
            return false;
        }
        if (!seen) {
            seen = true;
            seenAt = now;
        }
        interrupted = now - seenAt >= grace;
        return interrupted;
    }

    synchronized boolean wasInterrupted() {
        return interrupted;
    }

    synchronized void listen(Runnable listener) {
        if (reason == null) {
            listeners.add(listener);
        } else {
            call(listener);
        }
    }

    /** On a thread of its own: whoever tells must not wait for code of the application. */
    private static void call(Runnable listener) {
        HandlerThreads.unstarted("rowlock-cancel-listener", () -> {
                    try {
                        listener.run();
                    } catch (RuntimeException | Error e) {
                        log.warn("a listener to a job's cancellation failed", e);
                    }
                })
                .start();
    }
}

package dev.rowlock.queue.internal.lookout;

import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends looks, and says once when they begin to fail and when they work again. Used by one thread. */
final class Looking {
    private static final Logger log = LoggerFactory.getLogger(Looking.class);

    private final Glance glance;
    private final Consumer<? super Sight> listener;
    private final LongSupplier ticker;
    private boolean fails;

    Looking(Glance glance, Consumer<? super Sight> listener, LongSupplier ticker) {
        this.glance = glance;
        this.listener = listener;
        this.ticker = ticker;
    }

    /**
     * One look.
     *
     * @param sight what it saw; {@code null} when it failed
     * @param took how long, in nanoseconds, without the wait for a connection
     */
    record Look(@Nullable Sight sight, long took) {}

    Look at(Set<Integer> queues) {
        long[] took = {0};
        try {
            Sight sight = glance.at(connection -> {
                long begun = ticker.getAsLong();
                Sight seen = Sight.of(connection, queues);
                took[0] = ticker.getAsLong() - begun;
                return seen;
            });
            listener.accept(sight);
            if (fails) {
                fails = false;
                log.info("rowlock looks for jobs again");
            }
            return new Look(sight, took[0]);
        } catch (RuntimeException e) {
            if (!fails) {
                fails = true;
                log.info("rowlock cannot look for jobs, trying on reason=\"{}\"", e.getMessage());
            }
            return new Look(null, took[0]);
        }
    }
}

package dev.rowlock.queue.internal.work;

import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells handlers to stop whose lease or time ran out, and interrupts those whose grace is over. Used by one thread. */
final class Watch {
    private static final Logger log = LoggerFactory.getLogger(Watch.class);

    private final Plan plan;
    private final Vigil vigil;
    private final Handlers handlers;
    private final LongSupplier ticker;

    Watch(Plan plan, Vigil vigil, Handlers handlers, LongSupplier ticker) {
        this.plan = plan;
        this.vigil = vigil;
        this.handlers = handlers;
        this.ticker = ticker;
    }

    /** How often to look, so that a timeout or a grace is at most an eighth longer than it should be. */
    long look() {
        return handlers.shortestWatch().toNanos() / 8 + 1;
    }

    void watch(List<Held> held) {
        long now = ticker.getAsLong();
        for (Held one : held) {
            if (now - one.deadline >= 0 && vigil.ranOut(one)) {
                log.warn("{} a lease ran out, its handler is told to stop job={}", plan.name(), one.job.id());
            }
            long limit = handlers.timeout(one.job.kind()).toNanos();
            if (now - one.startedAt >= limit && vigil.timeOut(one)) {
                log.info("{} an attempt took too long job={} kind={}", plan.name(), one.job.id(), one.job.kind());
            }
            if (one.stop.isOver(now)) {
                vigil.interrupt(one);
                log.info(
                        "{} a handler did not stop within its grace and is interrupted job={} kind={}",
                        plan.name(),
                        one.job.id(),
                        one.job.kind());
            }
        }
    }
}

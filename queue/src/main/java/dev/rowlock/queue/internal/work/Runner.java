package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.Ending;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One handler's place: takes jobs for as long as the worker takes any. */
final class Runner implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(Runner.class);

    private final Desk desk;
    private final Handlers handlers;
    private final Settling settling;
    private final Counts counts;
    private final Tally tally;

    Runner(Desk desk, Handlers handlers, Settling settling, Counts counts, Tally tally) {
        this.desk = desk;
        this.handlers = handlers;
        this.settling = settling;
        this.counts = counts;
        this.tally = tally;
    }

    @Override
    public void run() {
        try {
            for (Held held = desk.awaitJob(Thread.currentThread());
                    held != null;
                    held = desk.awaitJob(Thread.currentThread())) {
                work(held);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void work(Held held) {
        Ruling ruling = handlers.handle(new HeldJob.Source(held, desk, settling));
        if (ruling == null) {
            tally.done.increment();
            counts.add(Ending.DONE, 1);
        }
        desk.ended(held, ruling == null ? null : unlessTold(held, ruling));
        // An interrupt was for the job that is done with.
        boolean interrupted = Thread.interrupted();
        log.trace("attempt ended job={} interrupted={}", held.job.id(), interrupted);
    }

    /** Who was told to stop because the worker closes has not failed; who took too long has, whatever it says. */
    private Ruling unlessTold(Held held, Ruling ruling) {
        if (ruling.failure() == null) {
            return ruling;
        }
        return held.timedOut ? handlers.timedOut(held.job) : held.stopped ? Ruling.RELEASED : ruling;
    }
}

package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.Ending;
import dev.rowlock.queue.StopReason;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One handler's place: takes jobs for as long as the worker takes any. */
final class Runner implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(Runner.class);

    private static final long FIGURES_WITHIN = Duration.ofSeconds(1).toNanos();

    private final Desk desk;
    private final Handlers handlers;
    private final Settling settling;
    private final Counts counts;
    private final Tally tally;
    private final LateReports lateReports;
    private final PauseGate gate;
    private final LongSupplier ticker;

    Runner(
            Desk desk,
            Handlers handlers,
            Settling settling,
            Counts counts,
            Tally tally,
            LateReports lateReports,
            PauseGate gate,
            LongSupplier ticker) {
        this.lateReports = lateReports;
        this.gate = gate;
        this.ticker = ticker;
        this.desk = desk;
        this.handlers = handlers;
        this.settling = settling;
        this.counts = counts;
        this.tally = tally;
    }

    @Override
    public void run() {
        try {
            for (Held held = desk.awaitJob(); held != null; held = desk.awaitJob()) {
                work(held);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Works on one job, on the thread that calls. */
    void work(Held held) {
        held.stop.grace(handlers.grace(held.job.kind()));
        if (!desk.begin(held, Thread.currentThread())) {
            return;
        }
        if (held.unchecked && !gate.isOpen()) {
            desk.ended(held, Ruling.RELEASED);
            return;
        }
        Ruling ruling = handlers.handle(new HeldJob.Source(held, desk, settling, ticker));
        if (ruling == null) {
            tally.done.increment();
            counts.add(Ending.DONE, 1);
            counts.answered(Map.of(held.job.kind(), 1L));
            desk.figuresIn(FIGURES_WITHIN);
        }
        desk.ended(held, ruling == null ? null : unlessTold(held, ruling));
        if (ruling == null || held.stop.reason().orElse(null) == StopReason.TAKEN) {
            lateReports.add(held);
        }
        // An interrupt was for the job that is done with.
        boolean interrupted = Thread.interrupted();
        log.trace("attempt ended job={} interrupted={}", held.job.id(), interrupted);
    }

    /** Who was told to stop because the worker closes has not failed; who took too long has, whatever it says. */
    private Ruling unlessTold(Held held, Ruling ruling) {
        StopReason why = held.stop.reason().orElse(null);
        if (ruling.failure() == null || why == null) {
            return ruling;
        }
        return why == StopReason.TIMEOUT
                ? handlers.timedOut(held)
                : why == StopReason.CLOSING ? Ruling.RELEASED : ruling;
    }
}

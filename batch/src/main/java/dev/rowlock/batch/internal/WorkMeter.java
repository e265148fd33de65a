package dev.rowlock.batch.internal;

import dev.rowlock.batch.WorkerSettings;
import dev.rowlock.batch.internal.Workers.Worker;
import dev.rowlock.pacing.Ticker;
import java.time.Duration;

/** How much the threads of one process did since it was last asked, and could have done. Used by the pulse's thread alone. */
final class WorkMeter {
    /** Too short to tell a rate by. */
    private static final double SHORT_SECONDS = 0.1;

    private static final double NEVER_BUSY = 0.01;

    private final Gate gate;
    private final WorkerSettings settings;
    private final Ticker ticker;
    private Duration last;
    private Duration lastWaited = Duration.ZERO;
    private long lastTouched;

    WorkMeter(Gate gate, WorkerSettings settings, Ticker ticker) {
        this.gate = gate;
        this.settings = settings;
        this.ticker = ticker;
        this.last = ticker.now();
    }

    /** Since the last call. */
    Worker read() {
        Duration now = ticker.now();
        double seconds = now.minus(last).toNanos() / 1e9;
        long touched = gate.rowsTouched();
        Duration waited = gate.waited();
        boolean known = seconds >= SHORT_SECONDS;
        double used = known ? (touched - lastTouched) / seconds : 0;
        double busy = known
                ? Math.max(NEVER_BUSY, 1 - waited.minus(lastWaited).toNanos() / 1e9 / seconds / settings.threads())
                : 1;
        // Had it never waited for the rate, it would have touched this many.
        double wanted = used == 0 ? Double.POSITIVE_INFINITY : used / busy;
        last = now;
        lastTouched = touched;
        lastWaited = waited;
        return new Worker(settings.name(), touched, used, wanted, "", 0, Duration.ZERO);
    }
}

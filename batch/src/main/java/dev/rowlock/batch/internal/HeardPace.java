package dev.rowlock.batch.internal;

import dev.rowlock.pacing.Baseline;
import dev.rowlock.pacing.BaselineMeter;
import dev.rowlock.pacing.RateSetting;
import dev.rowlock.pacing.Ticker;

/** A pace whose steps say in figures what its signals showed. Used by one thread. */
final class HeardPace implements Pace {
    private final Pace pace;
    private final Ears ears;
    private final Ticker ticker;
    private final BaselineMeter meter;
    private Baseline baseline = Baseline.none();
    private boolean measured;

    HeardPace(Pace pace, Ears ears, Ticker ticker) {
        this.pace = pace;
        this.ears = ears;
        this.ticker = ticker;
        this.meter = new BaselineMeter(ticker.now(), BaselineMeter.LEAST);
    }

    @Override
    public void set(RateSetting setting) {
        pace.set(setting);
    }

    @Override
    public Step step(double used) {
        Step step = pace.step(used);
        if (!measured) {
            meter.add(ears.readings());
            measured = step.baselineOrNull() != null; // the pace has begun: what comes from here on is no baseline
            baseline = measured ? meter.result() : baseline;
        }
        return step.with(ears.seen(baseline, ticker.now()), ears.deadlocksHeard());
    }

    @Override
    public void close() {
        pace.close();
    }
}

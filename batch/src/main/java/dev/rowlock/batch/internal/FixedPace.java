package dev.rowlock.batch.internal;

import dev.rowlock.pacing.RateSetting;

/** The user's rate and nothing else: for runs whose guards were switched off. */
final class FixedPace implements Pace {
    /** More than any server changes. */
    static final double UNLIMITED = 10_000_000;

    private RateSetting setting;
    private boolean told;

    FixedPace(RateSetting setting) {
        this.setting = setting;
    }

    @Override
    public void set(RateSetting wanted) {
        setting = wanted;
        told = false;
    }

    @Override
    public Step step(double used) {
        double rate = Math.min(UNLIMITED, setting.ceiling(0));
        boolean first = !told;
        told = true;
        return new Step(rate, "rate " + setting + ", no guards", "rate", first, null, null, "");
    }
}

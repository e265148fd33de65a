package dev.rowlock.diagnose.collision;

/** What a collision rate means for a batch (C8). */
public enum Verdict {
    /** The whole confidence interval is under 1 in 100. */
    SAFE,
    /** 1 in 100 is inside the confidence interval: measure longer. */
    UNSURE,
    /** The whole confidence interval is at or over 1 in 100: shard or slow down. */
    TOO_HIGH,
    /** No row matches the predicate now, so there is no rate. */
    NOTHING_TO_TOUCH;

    /** Rows touched that online traffic writes as well, of all rows touched; under it a batch is safe. */
    public static final double LIMIT = 0.01;

    /** The verdict on a rate. */
    public static Verdict of(Estimate rate) {
        if (rate.high() < LIMIT) {
            return SAFE;
        }
        return rate.low() >= LIMIT ? TOO_HIGH : UNSURE;
    }

    /** The verdict in words. */
    public String label() {
        return switch (this) {
            case SAFE -> "safe";
            case UNSURE -> "unsure";
            case TOO_HIGH -> "too high";
            case NOTHING_TO_TOUCH -> "nothing to touch";
        };
    }
}

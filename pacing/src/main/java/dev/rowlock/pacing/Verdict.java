package dev.rowlock.pacing;

/** What a guard says, from best to worst; the worst of all guards decides. */
public enum Verdict {
    /** Proven below the line: the rate may grow at once. */
    CLEAR,
    /** Below the dead band for a whole window, without proof: the rate may grow. */
    GOOD,
    /** Not above the line as far as can be seen, and not seen for long enough: hold, unless no knee is known yet. */
    YOUNG,
    /** In the dead band: hold. */
    NEAR,
    /** Above the line for a whole window, not more than noise can do: a small step down. */
    HIGH,
    /** No figure: hold, after a while the floor. Never faster. */
    STALE,
    /** Proven above the line: halve. */
    OVER
}

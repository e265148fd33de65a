package dev.rowlock.claim.internal;

/** Rounds spans to what a time column can store. */
final class Rounding {
    private Rounding() {}

    /** The smallest multiple of the unit that is not below the value. */
    static long up(long value, long unit) {
        return Math.floorDiv(value + unit - 1, unit) * unit;
    }
}

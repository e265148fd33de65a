package dev.rowlock.batch.internal.plan;

/**
 * What a sample saw of one part of the key space. Immutable.
 *
 * @param believed rows the server believes it holds
 * @param looked rows that were looked at
 * @param matched rows of them that fulfil the predicate
 * @param whole whether that was all of it
 */
record PartSeen(long believed, long looked, long matched, boolean whole) {
    /** Rows it holds, as far as known. */
    double rows() {
        return whole ? (double) looked : Math.max((double) believed, looked + 1.0);
    }

    /** The same with what the server believes scaled, since it believes too much of parts. */
    PartSeen scaled(double factor) {
        return new PartSeen(Math.round(believed * factor), looked, matched, whole);
    }

    double share() {
        return looked == 0 ? 0 : (double) matched / looked;
    }
}

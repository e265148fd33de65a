package dev.rowlock.queue.internal.census;

/**
 * How many jobs of one queue there are in each state. Immutable.
 *
 * @param countedAt elapsed time when the oldest of its parts was counted
 */
record Figure(long ready, long running, long delayed, long blocked, long quarantined, long dead, long countedAt) {
    boolean isSameAs(Figure other) {
        return ready == other.ready
                && running == other.running
                && delayed == other.delayed
                && blocked == other.blocked
                && quarantined == other.quarantined
                && dead == other.dead;
    }
}

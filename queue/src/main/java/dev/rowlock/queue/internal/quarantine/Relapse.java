package dev.rowlock.queue.internal.quarantine;

/**
 * Jobs of a kind that were found lost again at one moment.
 *
 * @param at in microseconds since 1970
 * @param jobs how many
 * @param answered how many jobs of the kind had been answered before
 */
record Relapse(long at, long jobs, long answered) {}

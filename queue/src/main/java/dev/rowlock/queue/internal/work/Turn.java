package dev.rowlock.queue.internal.work;

import java.util.List;

/**
 * What the next cycle does.
 *
 * @param results to be written
 * @param room how many jobs to claim; 0 for none
 */
record Turn(List<Held> results, int room) {}

package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.internal.line.Place;
import java.util.List;

/**
 * What the next cycle does.
 *
 * @param results to be written
 * @param room how many jobs to claim; 0 for none
 * @param heard what to claim of that; empty for whatever there is
 */
record Turn(List<Held> results, int room, List<Place> heard) {}

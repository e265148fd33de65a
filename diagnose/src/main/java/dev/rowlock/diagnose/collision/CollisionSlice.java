package dev.rowlock.diagnose.collision;

import dev.rowlock.mysql.table.RowKey;

/**
 * A part of the key range, in key order. Immutable.
 *
 * @param first the first key of the part that was seen
 * @param last the last key of the part that was seen
 * @param rows rows of the part that the batch would touch
 * @param collisions rows among them that online traffic wrote in the window
 * @param rate collisions by rows, 0 to 1
 */
public record CollisionSlice(RowKey first, RowKey last, Estimate rows, Estimate collisions, Estimate rate) {}

package dev.rowlock.diagnose.internal.collision;

import dev.rowlock.diagnose.collision.Estimate;
import dev.rowlock.mysql.table.RowKey;

/**
 * A part of the key range and the rows in it that the batch would touch.
 *
 * @param first its first key
 * @param last its last key, or a bound that no key of it is beyond
 */
record Part(RowKey first, RowKey last, Estimate rows) {}

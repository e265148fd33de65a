package dev.rowlock.claim.internal;

import dev.rowlock.claim.Fence;
import dev.rowlock.mysql.table.RowKey;

/**
 * A locked row and what is to be written into it.
 *
 * @param attempts failed attempts so far
 */
record Stamped(RowKey key, int attempts, Fence fence) {}

package dev.rowlock.diagnose.internal.collision;

import dev.rowlock.mysql.table.RowKey;

/**
 * A stretch of the primary key that was read by one statement.
 *
 * @param matching rows of it that the batch would touch
 */
record Chunk(RowKey first, RowKey last, long matching) {}

package dev.rowlock.batch;

/**
 * Where a shard stands. Immutable.
 *
 * @param number from 0
 * @param phase {@code scan}, {@code revisit} or {@code done}
 * @param status {@code ready}, {@code processing} or {@code done}
 * @param owner the worker that has it, or had it last; empty when nobody ever had
 * @param skipped rows that were left for later so far, those that were come back to since included
 */
public record ShardStatus(int number, String phase, String status, String owner, long skipped, Counts counts) {}

package dev.rowlock.batch;

/**
 * Where a shard stands. Immutable.
 *
 * @param number from 0
 * @param phase {@code scan}, {@code revisit} or {@code done}
 * @param status {@code ready}, {@code processing} or {@code done}
 * @param owner the worker that has it, or had it last; empty when nobody ever had
 */
public record ShardStatus(int number, String phase, String status, String owner, Counts counts) {}

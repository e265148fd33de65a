package dev.rowlock.batch;

/**
 * A shard as it would be cut now. Immutable.
 *
 * @param after keys after this one; empty from the beginning
 * @param upTo keys up to this one
 * @param rows the server believes it holds
 * @param matching rows of it that would be changed, by the sample
 */
public record PlannedShard(int number, String after, String upTo, long rows, long matching) {}

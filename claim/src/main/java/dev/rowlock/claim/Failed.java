package dev.rowlock.claim;

/**
 * A lease whose work failed. Immutable.
 *
 * @param reason why, for people; cut to what the table's column holds
 */
public record Failed(Lease lease, String reason) {}

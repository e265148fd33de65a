package dev.rowlock.batch;

/**
 * A row of the ledger: it matched, and was not changed yet. Immutable.
 *
 * @param key as our tables keep it
 * @param reason {@code held}, {@code recent} or {@code error}
 * @param error what a handler said; empty otherwise
 */
public record HeldRow(int shard, String key, String reason, int tries, String error) {}

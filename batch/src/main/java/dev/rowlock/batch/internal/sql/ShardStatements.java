package dev.rowlock.batch.internal.sql;

/** Statements on shards and the ledger of held rows; each by primary key. {@code {schema}} is put in once. */
public final class ShardStatements {
    private ShardStatements() {}

    /** A new shard. Locks: the new row. */
    public static final String SHARD_INSERT = """
            INSERT INTO {schema}rowlock_batch_shard (run_id, shard_no, key_after, key_up_to, phase, status, updated_at)
            VALUES (?, ?, ?, ?, 'scan', 'ready', UTC_TIMESTAMP(6))
            """;

    /** Where a shard stands. Locks: none. Index: PRIMARY, one row. */
    public static final String SHARD_LOAD = """
            SELECT run_id, shard_no, key_after, key_up_to, phase, key_cursor, chunk, ledger, scanned, matched, changed,
                   changed_by_others, failed
              FROM {schema}rowlock_batch_shard
             WHERE run_id = ? AND shard_no = ? AND token = ?
            """;

    /** All shards of a run. Locks: none. Index: PRIMARY, a range of as many rows as the run has shards. */
    public static final String SHARD_LIST = """
            SELECT shard_no, phase, status, ledger, scanned, matched, changed, changed_by_others, failed, owner,
                   (status = 'processing' AND lease_until < UTC_TIMESTAMP(6)) AS expired
              FROM {schema}rowlock_batch_shard
             WHERE run_id = ?
             ORDER BY shard_no
            """;

    /**
     * The checkpoint: what a chunk did, in the chunk's own transaction, so that it happens once. It renews the lease in the same write.
     * <p>Locks: one row of ours, that only the lease's holder writes. Zero rows = the lease is lost, and the chunk is rolled back (A7).
     */
    public static final String SHARD_CHECKPOINT = """
            UPDATE {schema}rowlock_batch_shard
               SET phase = ?, key_cursor = ?, chunk = ?, ledger = ?, scanned = ?, matched = ?, changed = ?, changed_by_others = ?,
                   failed = ?, scan_ended_at = IF(phase <> 'scan' AND scan_ended_at IS NULL, UTC_TIMESTAMP(6), scan_ended_at),
                   lease_until = GREATEST(lease_until + INTERVAL 1 MICROSECOND, UTC_TIMESTAMP(6) + INTERVAL ? MICROSECOND),
                   updated_at = UTC_TIMESTAMP(6)
             WHERE run_id = ? AND shard_no = ? AND token = ? AND status = 'processing' AND chunk = ?
               AND lease_until >= UTC_TIMESTAMP(6)
            """;

    /**
     * Writes nothing, to learn whether this connection counts rows found or rows changed; sent only when a chunk's count leaves it open.
     * Locks: the row of ours that the chunk's checkpoint is about to write.
     */
    public static final String SHARD_TOUCH =
            "UPDATE {schema}rowlock_batch_shard SET owner = owner WHERE run_id = ? AND shard_no = ?";

    /** Which chunk was committed last under a lease. Locks: the row, waiting for whoever commits it right now (facts 3.3). */
    public static final String SHARD_READ_BACK = """
            SELECT chunk FROM {schema}rowlock_batch_shard WHERE run_id = ? AND shard_no = ? AND token = ? FOR UPDATE
            """;

    /** How long a shard's scan has been over, in microseconds. Locks: none. */
    public static final String SHARD_SCAN_ENDED = """
            SELECT TIMESTAMPDIFF(MICROSECOND, scan_ended_at, UTC_TIMESTAMP(6))
              FROM {schema}rowlock_batch_shard
             WHERE run_id = ? AND shard_no = ?
            """;

    /** Start of the ledger's multi-row insert; a group of values follows for each row. Locks: the new rows. */
    public static final String HELD_INSERT =
            "INSERT INTO {schema}rowlock_batch_held (run_id, shard_no, seq, row_key, reason, tries, last_error, due_at) VALUES ";

    /** One row of {@link #HELD_INSERT}; it is due at once when the last parameter is NULL. */
    public static final String HELD_VALUES = "(?, ?, ?, ?, ?, ?, ?, UTC_TIMESTAMP(6) + INTERVAL ? MICROSECOND)";

    /** Some rows of a shard's ledger that are due and were not given up. Locks: none; only the shard's holder writes them. Index: PRIMARY, a range. */
    public static final String HELD_LIST = """
            SELECT seq, row_key, reason, tries
              FROM {schema}rowlock_batch_held
             WHERE run_id = ? AND shard_no = ? AND seq > ? AND tries < 3
               AND (due_at IS NULL OR due_at <= UTC_TIMESTAMP(6))
             ORDER BY seq
             LIMIT ?
            """;

    /** Whether any row of a shard's ledger was not given up, due or not. Locks: none. Index: PRIMARY. */
    public static final String HELD_ANY = """
            SELECT 1 FROM {schema}rowlock_batch_held WHERE run_id = ? AND shard_no = ? AND tries < 3 LIMIT 1
            """;

    /** Takes rows out of the ledger; a list of numbers follows. Locks: these rows of ours. Index: PRIMARY. */
    public static final String HELD_DELETE =
            "DELETE FROM {schema}rowlock_batch_held WHERE run_id = ? AND shard_no = ? AND seq IN ";

    /** Counts one more try of a handler's row, and when it is due again. Locks: one row of ours. */
    public static final String HELD_TRIED = """
            UPDATE {schema}rowlock_batch_held
               SET reason = 'error', tries = tries + 1, last_error = ?, due_at = UTC_TIMESTAMP(6) + INTERVAL ? MICROSECOND
             WHERE run_id = ? AND shard_no = ? AND seq = ?
            """;

    /** Some rows of a run's ledger, for people. Locks: none. */
    public static final String HELD_SHOW = """
            SELECT shard_no, row_key, reason, tries, last_error
              FROM {schema}rowlock_batch_held
             WHERE run_id = ?
             ORDER BY shard_no, seq
             LIMIT ?
            """;
}

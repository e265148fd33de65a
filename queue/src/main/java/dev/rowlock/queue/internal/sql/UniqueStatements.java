package dev.rowlock.queue.internal.sql;

/** Statements about keys of jobs that are enqueued once at a time. */
public final class UniqueStatements {
    /**
     * Takes a key, in the caller's transaction at its isolation level. It is the first statement about the key, since a locking read of a
     * row that is not there would lock the gap under REPEATABLE READ (facts 3.5). Waits for a transaction that has inserted or removed it and
     * not ended; {@link EnqueueStatements#KEY_QUEUE_UP} before it keeps three from deadlocking. Locks: exclusive on the new row, or shared on
     * the one that is there, until the caller's transaction ends: so the job that stands for the caller's does not end before it.
     */
    public static final String UNIQUE_INSERT = "INSERT INTO rowlock_unique (queue_id, name, job_id) VALUES (?, ?, ?)";

    /** Whose it is, after an INSERT that met the row and has it locked. Locks: none more. Index: PRIMARY. */
    public static final String UNIQUE_FIND =
            "SELECT job_id FROM rowlock_unique WHERE queue_id = ? AND name = ? LOCK IN SHARE MODE";

    /**
     * Locks the keys of jobs that end or begin; those of callers who were told of the job and have not committed are passed over. Locks:
     * exclusive on each row returned, until the commit. Index: PRIMARY.
     */
    public static final String UNIQUE_LOCK = """
            SELECT name, job_id
              FROM rowlock_unique FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND name IN ({ids})
             ORDER BY queue_id, name
               FOR UPDATE SKIP LOCKED
            """;

    /** The same without locks. */
    public static final String UNIQUE_LOOK =
            "SELECT name, job_id FROM rowlock_unique FORCE INDEX (PRIMARY) WHERE queue_id = ? AND name IN ({ids})";

    /** Gives keys back that are locked. Locks: held already. Index: PRIMARY. */
    public static final String UNIQUE_FREE = """
            DELETE /*+ INDEX(rowlock_unique PRIMARY) */ /*M! rowlock_unique */ FROM rowlock_unique /*M! FORCE INDEX (PRIMARY) */
             WHERE queue_id = ? AND name IN ({ids})
            """;

    /** Gives back the key of one job. Waits for callers who were told of it. Locks: exclusive on its row, until the commit. Index: PRIMARY. */
    public static final String UNIQUE_FREE_ONE =
            "DELETE FROM rowlock_unique WHERE queue_id = ? AND name = ? AND job_id = ?";

    private UniqueStatements() {}
}

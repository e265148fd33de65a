package dev.rowlock.queue.internal.sql;

/**
 * Statements of an enqueue. They run in the caller's transaction, at whatever isolation level it has, and so are plain INSERTs of keys nobody
 * else inserts (facts 1.3); only idempotency keys can meet another transaction.
 */
public final class EnqueueStatements {
    /** Microseconds since 1970 by the database's clock. Touches no table: opens no snapshot in the caller's transaction and takes no lock. */
    public static final String CLOCK_READ = "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";

    /** A queue's number. Locks: none. Index: queue_name. */
    public static final String QUEUE_FIND = "SELECT id FROM rowlock_queue WHERE name = ?";

    /**
     * Adds a queue, in a transaction of its own; a queue that is there stays as it is. Locks: shared on the queue's entry when it is there,
     * until the commit right after.
     */
    public static final String QUEUE_INSERT =
            "INSERT IGNORE INTO rowlock_queue (name, created_at) VALUES (?, UTC_TIMESTAMP(6))";

    /** Adds jobs that are due; {@link #JOB_ROW} follows once for each. Locks: exclusive on the new rows. */
    public static final String JOB_INSERT =
            "INSERT INTO rowlock_job (queue_id, priority, id, max_attempts, kind, headers, payload) VALUES ";

    public static final String JOB_ROW = "(?, ?, ?, ?, ?, ?, ?)";

    /**
     * The same for jobs that differ in id, kind and payload only, which is what a bulk enqueue mostly is: numbers stand in the text, and three
     * parameters of a row instead of seven are most of what a driver does for it.
     */
    public static final String JOB_ROW_ALIKE = "({queue}, {priority}, ?, {attempts}, ?, '', ?)";

    /**
     * Adds jobs that are leased to a worker of this process already, as if it had claimed them; {@link #JOB_ROW_LEASED} follows once for each. Parameters as
     * above, token, and the lease in microseconds. Locks: exclusive on the new rows.
     */
    public static final String JOB_INSERT_LEASED =
            "INSERT INTO rowlock_job (queue_id, priority, id, max_attempts, kind, headers, payload, token, lease_until) VALUES ";

    public static final String JOB_ROW_LEASED = "(?, ?, ?, ?, ?, ?, ?, ?, UTC_TIMESTAMP(6) + INTERVAL ? MICROSECOND)";

    /** Adds jobs that are due later, in microseconds since 1970; {@link #DELAYED_ROW} follows once for each. Locks: exclusive on the new rows. */
    public static final String DELAYED_INSERT =
            "INSERT INTO rowlock_delayed (due_at, queue_id, priority, id, max_attempts, kind, headers, payload) VALUES ";

    public static final String DELAYED_ROW =
            "(TIMESTAMP'1970-01-01 00:00:00' + INTERVAL ? MICROSECOND, ?, ?, ?, ?, ?, ?, ?)";

    /** The same for jobs with a unique key. Locks the same. */
    public static final String UNIQUE_JOB_INSERT =
            "INSERT INTO rowlock_job (unique_key, queue_id, priority, id, max_attempts, kind, headers, payload) VALUES ";

    public static final String UNIQUE_JOB_ROW = "(?, ?, ?, ?, ?, ?, ?, ?)";

    /** The same for jobs with a unique key, or which go to a line when they are due. Locks the same. */
    public static final String TIED_DELAYED_INSERT =
            "INSERT INTO rowlock_delayed (line_key, unique_key, due_at, queue_id, priority, id, max_attempts, kind, headers, payload) VALUES ";

    public static final String TIED_DELAYED_ROW =
            "(?, ?, TIMESTAMP'1970-01-01 00:00:00' + INTERVAL ? MICROSECOND, ?, ?, ?, ?, ?, ?, ?)";

    /** The job of an idempotency key as this transaction sees it, and whether the key has expired. Locks: none. Index: PRIMARY. */
    public static final String KEY_FIND =
            "SELECT job_id, expires_at <= UTC_TIMESTAMP(6) FROM rowlock_key WHERE scope = ? AND name = ?";

    /**
     * The same as it is committed now, whatever the transaction's snapshot. Locks: shared on the key's row, until the caller's transaction
     * ends; it is there already after an INSERT that met the row. Index: PRIMARY.
     */
    public static final String KEY_FIND_NOW = KEY_FIND + " LOCK IN SHARE MODE";

    /**
     * Uses a key for the first time. Waits for a transaction that has inserted the same key and not ended. When three insert one key and the
     * first rolls back, InnoDB ends one of the others with a deadlock (facts 3.4); {@link #KEY_QUEUE_UP} before it sees to it that at most one
     * waits here.
     */
    public static final String KEY_INSERT =
            "INSERT INTO rowlock_key (scope, name, job_id, queue_id, expires_at) VALUES (?, ?, ?, ?, UTC_TIMESTAMP(6) + INTERVAL ? SECOND)";

    /** Uses an expired key again. Locks: exclusive on the key's row, until the caller's transaction ends. Index: PRIMARY. */
    public static final String KEY_RENEW = """
            UPDATE rowlock_key
               SET job_id = ?, queue_id = ?, expires_at = UTC_TIMESTAMP(6) + INTERVAL ? SECOND
             WHERE scope = ? AND name = ? AND expires_at <= UTC_TIMESTAMP(6)
            """;

    /**
     * Queues up for one key, for the time of one INSERT. Nothing depends on it but the absence of that deadlock: when it is not
     * granted in time, the INSERT is sent all the same.
     */
    public static final String KEY_QUEUE_UP = "SELECT GET_LOCK(?, 2)";

    public static final String KEY_NEXT_PLEASE = "SELECT RELEASE_LOCK(?)";

    private EnqueueStatements() {}
}

package dev.rowlock.queue.internal.sql;

/** Statements of housekeeping: bounded, one short READ COMMITTED transaction each. */
public final class HousekeepingStatements {
    /** Delayed jobs that are due, the earliest first. Locks: none. Index: delayed_due. */
    public static final String DELAYED_DUE = """
            SELECT id
              FROM rowlock_delayed FORCE INDEX (delayed_due)
             WHERE due_at <= UTC_TIMESTAMP(6)
             ORDER BY due_at, id
             LIMIT ?
            """;

    /**
     * Locks those of them that still are due and that nobody has locked. Locks: exclusive on the primary-key record of each row returned, until
     * the commit; along the index of due times it would keep the locks of entries it passed over (facts 1.2). Index: PRIMARY.
     */
    public static final String DELAYED_LOCK_DUE = """
            SELECT id, IF(kind = '', 'TICKET', IF(line_key IS NULL OR slot IS NOT NULL, 'JOB', 'LINED'))
              FROM rowlock_delayed FORCE INDEX (PRIMARY)
             WHERE id IN ({ids}) AND due_at <= UTC_TIMESTAMP(6)
               FOR UPDATE SKIP LOCKED
            """;

    /** Copies due jobs to where claims look; token and attempts go with them (facts 1.8). Locks: exclusive on the new rows. Index: PRIMARY. */
    public static final String DELAYED_PROMOTE = """
            INSERT INTO rowlock_job
                   (queue_id, priority, id, token, attempts, max_attempts, line_key, line_seq, slot, unique_key, kind, headers,
                    payload)
            SELECT queue_id, priority, id, token, attempts, max_attempts, line_key, line_seq, slot, unique_key, kind, headers,
                   payload
              FROM rowlock_delayed FORCE INDEX (PRIMARY)
             WHERE id IN ({ids})
             ORDER BY queue_id, priority, id
            """;

    /** Removes what was promoted. Locks: held already, and the rows' entries in delayed_due. Index: PRIMARY, as {@link CycleStatements#JOB_REMOVE}. */
    public static final String DELAYED_REMOVE = """
            DELETE /*+ INDEX(rowlock_delayed PRIMARY) */ /*M! rowlock_delayed */ FROM rowlock_delayed /*M! FORCE INDEX (PRIMARY) */
             WHERE id IN ({ids})
            """;

    /** Forgets idempotency keys that have expired. Locks: exclusive on each row removed, until the commit right after. Index: key_expiry. */
    public static final String KEY_EXPIRE =
            "DELETE FROM rowlock_key WHERE expires_at <= UTC_TIMESTAMP(6) ORDER BY expires_at LIMIT 500";

    /** The partitions of a table by day. Locks: none. */
    public static final String PARTITION_LIST = """
            SELECT PARTITION_NAME
              FROM information_schema.PARTITIONS
             WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND PARTITION_NAME IS NOT NULL
             ORDER BY PARTITION_ORDINAL_POSITION
            """;

    /** Today by the database's clock. */
    public static final String TODAY = "SELECT CAST(UTC_DATE() AS CHAR)";

    /**
     * Partition upkeep must not make workers wait behind it: it gives up soon when somebody has the table open. In seconds, of the session.
     */
    public static final String PATIENCE_READ = "SELECT @@SESSION.lock_wait_timeout";

    public static final String PATIENCE_SET = "SET SESSION lock_wait_timeout = ";

    /**
     * Cuts days off the last partition. Locks: the table, for a moment when the last partition is empty, which it is as long as days are added
     * ahead.
     */
    public static final String PARTITION_ADD = "ALTER TABLE {table} REORGANIZE PARTITION pmax INTO ({partitions})";

    public static final String PARTITION_DAY = "PARTITION {name} VALUES LESS THAN ('{day}')";

    public static final String PARTITION_REST = "PARTITION pmax VALUES LESS THAN (MAXVALUE)";

    /** Drops days that need not be kept any more. Locks: the table, for a moment. */
    public static final String PARTITION_DROP = "ALTER TABLE {table} DROP PARTITION {name}";

    private HousekeepingStatements() {}
}

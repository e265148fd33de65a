package dev.rowlock.claim.internal.sql;

/**
 * The statements of the claim protocol. What stands in braces is put in once, when a table is opened, except {@code {keys}}, which is
 * as long as the batch. Values are always parameters.
 *
 * <p>Every statement that locks does so by primary key, with the index named: {@code id IN (...) AND status = 'ready'} alone may be
 * planned over the status index (facts 8), and skipping along a secondary index keeps the index lock of each row it skipped until commit,
 * so that the row's owner waits at its next write (facts 1.2).
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.4/en/innodb-locking-reads.html">Locking reads</a>
 * @see <a href="https://dev.mysql.com/doc/refman/8.4/en/index-hints.html">Index hints</a>
 */
public final class LeaseStatements {
    private LeaseStatements() {}

    /**
     * The next ready rows after a resume position, keys only.
     * <p>Locks: none, it is a consistent read; the rows are locked, and looked at again, by {@link #LEASE_LOCK_READY}.
     * Index: the claim index, covering; rows touched: those returned and tombstones between them. Online traffic feels nothing.
     */
    public static final String LEASE_CANDIDATES = """
            SELECT {key_select}{position_select}
              FROM {table} FORCE INDEX ({index})
             WHERE {status} = ?{due}{resume}
             ORDER BY {order}
             LIMIT ?
            """;

    /**
     * Locks those of the candidates that are still ready, passing over what others hold.
     * <p>Locks: exclusive on the primary-key record of each row returned; a row that is no longer ready is let go at once under READ
     * COMMITTED; a row others hold is passed over and leaves no lock behind (facts 5.4). Index: PRIMARY. Held until the claim's commit,
     * one statement later; an online write to a row being claimed waits that long.
     */
    public static final String LEASE_LOCK_READY = """
            SELECT {key_select}{attempts_select}{stamps}
              FROM {table} FORCE INDEX (PRIMARY)
             WHERE {keys} AND {status} = ?{due}
             LIMIT ?
               FOR UPDATE SKIP LOCKED
            """;

    /**
     * Locks one row by key or answers at once that it is held (B1, B7), and tells its state.
     * <p>Locks: exclusive on one primary-key record. A missing row leaves no lock under READ COMMITTED; under a caller's REPEATABLE READ it
     * leaves a gap lock (facts 3.5). Index: PRIMARY. Never waits.
     */
    public static final String LEASE_LOCK_ONE = """
            SELECT {key_select}{attempts_select}{stamps}, {status} = ?{due_select}, {state_select}
              FROM {table} FORCE INDEX (PRIMARY)
             WHERE {keys}
               FOR UPDATE NOWAIT
            """;

    /**
     * Makes locked rows this claim's (A1, A2, B3).
     * <p>Locks: none beyond the rows already locked, and their entries in the claim index. Index: PRIMARY.
     */
    public static final String LEASE_CLAIM = """
            UPDATE {table} FORCE INDEX (PRIMARY)
               SET {status} = ?{claim_set}
             WHERE {keys} AND {status} = ?
            """;

    /**
     * Locks those of the holder's rows on which its lease still stands (A7), passing over what others hold.
     * <p>Locks: exclusive on the primary-key record of each row returned. Index: PRIMARY. A batch that waited here for one row would make
     * online traffic wait for the others, so it does not wait. Held until the commit, one statement later.
     */
    public static final String LEASE_LOCK_HELD = """
            SELECT {key_select}{held_select}
              FROM {table} FORCE INDEX (PRIMARY)
             WHERE {keys} AND {status} = ? AND {fence}{live}
               FOR UPDATE{wait}
            """;

    /**
     * Moves rows from "processing under this lease" to another state (A7, facts 1.7). The from-state is tested again, so a row that changed
     * hands has zero affected rows. Whether the lease has ended is judged once, when the rows are locked: by this statement where it is
     * sent alone for one row, else by {@link #LEASE_LOCK_HELD} just before, and {@code {standing}} is empty.
     * <p>Locks: exclusive on the primary-key record of each row named and its entries in the claim index. Index: PRIMARY. For one row it is
     * sent alone and may wait for the row's lock; for a batch the rows are locked already.
     */
    public static final String LEASE_SETTLE = """
            UPDATE {table} FORCE INDEX (PRIMARY)
               SET {set}
             WHERE {keys} AND {status} = ? AND {fence}{standing}
            """;

    /**
     * Deletes rows that are done; locks and index as {@link #LEASE_SETTLE}. MySQL names the index in a hint, since it may scan the whole table,
     * and wait for other people's rows, in spite of FORCE INDEX in its multi-table form; MariaDB, which knows no such hint, runs what stands
     * behind {@code M!} and has its multi-table form.
     */
    public static final String LEASE_DELETE = """
            DELETE /*+ INDEX({hint_table} PRIMARY) */ /*M! {table} */ FROM {table} /*M! FORCE INDEX (PRIMARY) */
             WHERE {keys} AND {status} = ? AND {fence}{standing}
            """;

    /** {@link #LEASE_DELETE} for a table in whose name a comment would end. */
    public static final String LEASE_DELETE_UNHINTED = """
            DELETE {table} FROM {table} FORCE INDEX (PRIMARY)
             WHERE {keys} AND {status} = ? AND {fence}{standing}
            """;

    /** What rows look like now, to tell a caller. Locks: none. Index: PRIMARY. */
    public static final String LEASE_STATE = """
            SELECT {key_select}, {status} = ? AND {fence}{live}, {state_select}
              FROM {table} FORCE INDEX (PRIMARY)
             WHERE {keys}
            """;

    /** The payload of claimed rows, read after the claim's commit so that its transfer holds no lock (A5). Locks: none. Index: PRIMARY. */
    public static final String LEASE_PAYLOAD = """
            SELECT {key_select}, {payload}
              FROM {table} FORCE INDEX (PRIMARY)
             WHERE {keys}
            """;

    /**
     * Rows whose lease has ended, keys only (A6).
     * <p>Locks: none. Index: the claim index, of which it reads the entries of rows in flight.
     */
    public static final String LEASE_EXPIRED = """
            SELECT {key_select}
              FROM {table} FORCE INDEX ({index})
             WHERE {status} = ? AND {expired}
             LIMIT ?
            """;

    /**
     * Locks those of the expired rows that still are expired, passing over what others hold: a holder that is finishing right now keeps its
     * row.
     * <p>Locks: exclusive on the primary-key record of each row returned. Index: PRIMARY. Held until the commit, one statement later.
     */
    public static final String LEASE_LOCK_EXPIRED = """
            SELECT {key_select}{attempts_select}
              FROM {table} FORCE INDEX (PRIMARY)
             WHERE {keys} AND {status} = ? AND {expired}
             LIMIT ?
               FOR UPDATE SKIP LOCKED
            """;

    /** Takes expired rows from their holders; locks and index as {@link #LEASE_CLAIM}. */
    public static final String LEASE_RECLAIM = """
            UPDATE {table} FORCE INDEX (PRIMARY)
               SET {status} = ?{reclaim_set}
             WHERE {keys} AND {status} = ? AND {expired}
            """;

    /**
     * Reads back after a COMMIT whose answer was lost: the rows, and whether each carries exactly what the transaction wrote. The lost
     * session keeps its locks until it has committed or rolled back, so this waits for it, at most {@code innodb_lock_wait_timeout}.
     * <p>Locks: exclusive on the primary-key record of each row named, until the read-back's ROLLBACK. Index: PRIMARY.
     */
    public static final String LEASE_READ_BACK = """
            SELECT {key_select}, {status} = ? AND {wrote}
              FROM {table} FORCE INDEX (PRIMARY)
             WHERE {keys}
               FOR UPDATE
            """;

    /**
     * How long the first row in the claim's order has been ready, in microseconds. Locks: none. Index: the claim index, its first ready entry.
     */
    public static final String LEASE_OLDEST_READY = """
            SELECT TIMESTAMPDIFF(MICROSECOND, {available_at}, {now})
              FROM {table} FORCE INDEX ({index})
             WHERE {status} = ?{due}
             ORDER BY {order}
             LIMIT 1
            """;

    /** Whether a row in the given state exists. Locks: none. Index: the claim index, its first entry of that status. */
    public static final String LEASE_ANY = """
            SELECT 1
              FROM {table} FORCE INDEX ({index})
             WHERE {status} = ?{due}
             LIMIT 1
            """;

    // Pieces that are there when the table has the column.

    public static final String DUE = " AND {available_at} <= {now}";
    public static final String DUE_SELECT = " AND COALESCE({available_at} <= {now}, FALSE)";
    public static final String POSITION_SELECT = ", CAST({available_at} AS CHAR)";

    public static final String RESUME_TIE = " AND {available_at} = ? AND {after_key}";
    public static final String RESUME_FROM = " AND {available_at} >= ?";
    public static final String RESUME_BEYOND = " AND {available_at} > ?";
    public static final String RESUME_KEY = " AND {after_key}";

    public static final String ATTEMPTS_SELECT = ", COALESCE({attempts}, 0)";

    /**
     * The stamps of a claim. Each is larger than what the row held before, also when the clock was set back and when the column stores
     * whole seconds only, so that each of them is a fence that grows with every claim (facts 1.8). BIGINT tokens carry the database's
     * clock in microseconds, which is the same for a whole batch and tells two claims apart.
     */
    public static final String TOKEN_STAMP =
            ", GREATEST(COALESCE({token}, 0) + 1, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)))";

    public static final String NARROW_TOKEN_STAMP = ", COALESCE({token}, 0) + 1";

    /** Parameters: lease in microseconds, rounded up to the column's unit. */
    public static final String LEASE_STAMP =
            ", CAST(GREATEST({lease_now} + INTERVAL ? MICROSECOND, COALESCE({lease_until} + INTERVAL {lease_unit} MICROSECOND, TIMESTAMP'1000-01-01 00:00:00')) AS CHAR)";

    public static final String CLAIMED_STAMP =
            ", CAST(GREATEST({claimed_now}, COALESCE({claimed_at} + INTERVAL {claimed_unit} MICROSECOND, TIMESTAMP'1000-01-01 00:00:00')) AS CHAR)";

    public static final String LIVE_BY_LEASE = " AND {lease_until} >= {now}";

    /** Parameter: lease in microseconds, plus the column's unit. */
    public static final String LIVE_BY_CLAIM = " AND {claimed_at} >= {now} - INTERVAL ? MICROSECOND";

    public static final String EXPIRED_BY_LEASE = "{lease_until} < {now}";
    public static final String EXPIRED_BY_CLAIM = "{claimed_at} < {now} - INTERVAL ? MICROSECOND";

    public static final String READY_NOW_OR_LATER = ", {available_at} = {available_now} + INTERVAL ? MICROSECOND";

    /** Stops at what the column holds: a row that nobody gives up must not make the statement fail for all others. */
    public static final String COUNT_ATTEMPT = ", {attempts} = LEAST(COALESCE({attempts}, 0), {most_attempts} - 1) + 1";

    public static final String KEEP_REASON = ", {last_error} = ?";
    public static final String FORGET_OWNER = ", {owner} = NULL";

    /** What extensions and failures need to know of each row; completions and releases need its key only, which is cheaper by the row. */
    public static final String HELD_SELECT = "{attempts_select}{renewed_stamps}";

    public static final String WAIT = "";
    public static final String SKIP_LOCKED = " SKIP LOCKED";
}

package dev.rowlock.batch.internal.sql;

/** Statements on runs, their workers and what happened to them; each by primary key. {@code {schema}} is put in once. */
public final class RunStatements {
    private RunStatements() {}

    /** A new run. Locks: the new row. */
    public static final String RUN_INSERT = """
            INSERT INTO {schema}rowlock_batch_run (name, target, key_shape, plan, state, rate_setting, rate, estimate, created_at)
            VALUES (?, ?, ?, ?, 'running', ?, ?, ?, UTC_TIMESTAMP(6))
            """;

    /** One run. Locks: none. */
    public static final String RUN_LOAD = """
            SELECT id, name, target, key_shape, plan, state, reason, rate_setting, rate, rate_reason, baseline, estimate, owner,
                   online_p99_nanos, baseline_p99_nanos, online_deadlocks, batch_deadlocks,
                   TIMESTAMPDIFF(MICROSECOND, created_at, COALESCE(ended_at, UTC_TIMESTAMP(6))) AS age,
                   COALESCE(status = 'held' AND lease_until < UTC_TIMESTAMP(6), 0) AS unpaced
              FROM {schema}rowlock_batch_run
             WHERE id = ?
            """;

    /** The latest runs. Locks: none. Index: PRIMARY, backwards. */
    public static final String RUN_LIST = "SELECT id FROM {schema}rowlock_batch_run ORDER BY id DESC LIMIT ?";

    /** Changes a run's state if it is one of those it may come from, which follow. Locks: one row of ours. */
    public static final String RUN_MOVE = """
            UPDATE {schema}rowlock_batch_run
               SET state = ?, reason = ?, ended_at = IF(? IN ('done', 'cancelled'), UTC_TIMESTAMP(6), NULL)
             WHERE id = ? AND state IN
            """;

    /** Ends a run whose shards are all done. Locks: one row of ours, and for the check a shared lock on none (READ COMMITTED). */
    public static final String RUN_FINISH = """
            UPDATE {schema}rowlock_batch_run
               SET state = 'done', reason = '', ended_at = UTC_TIMESTAMP(6)
             WHERE id = ? AND state IN ('running', 'paused', 'stopped')
            """;

    /** Whether any shard is not done. Locks: none. */
    public static final String RUN_UNFINISHED =
            "SELECT 1 FROM {schema}rowlock_batch_shard WHERE run_id = ? AND status <> 'done' LIMIT 1";

    /** What the user wants the rate to be. Locks: one row of ours. */
    public static final String RUN_SET_RATE = "UPDATE {schema}rowlock_batch_run SET rate_setting = ? WHERE id = ?";

    /** What the pacing process decided. Locks: one row of ours, twice a second at most. Zero rows = it no longer paces. */
    public static final String RUN_PACE = """
            UPDATE {schema}rowlock_batch_run
               SET rate = ?, rate_reason = ?, baseline = ?, chunk_micros = ?, online_p99_nanos = ?, baseline_p99_nanos = ?,
                   online_deadlocks = online_deadlocks + ?
             WHERE id = ? AND token = ? AND status = 'held'
            """;

    /** Adds what a process of the batch lost to deadlocks; sent only when it lost any. Locks: one row of ours. */
    public static final String RUN_LOST =
            "UPDATE {schema}rowlock_batch_run SET batch_deadlocks = batch_deadlocks + ? WHERE id = ?";

    /** What a worker did and could do. Locks: its own row, which nobody else writes at the same moment but the pacing process. */
    public static final String WORKER_REPORT = """
            INSERT INTO {schema}rowlock_batch_worker (run_id, worker, rows_done, rate_used, rate_wanted, connections, seen_at)
            VALUES (?, ?, ?, ?, ?, ?, UTC_TIMESTAMP(6))
            ON DUPLICATE KEY UPDATE rows_done = VALUES(rows_done), rate_used = VALUES(rate_used),
              rate_wanted = VALUES(rate_wanted), connections = VALUES(connections), seen_at = VALUES(seen_at)
            """;

    /** A run's state and a worker's share, in one read. Locks: none. */
    public static final String WORKER_ORDERS = """
            SELECT r.state, r.rate_setting, r.rate, w.allotted, TIMESTAMPDIFF(MICROSECOND, w.allotted_at, UTC_TIMESTAMP(6)),
                   COALESCE(r.status = 'held' AND r.lease_until >= UTC_TIMESTAMP(6), 0), r.chunk_micros
              FROM {schema}rowlock_batch_run r
              LEFT JOIN {schema}rowlock_batch_worker w ON w.run_id = r.id AND w.worker = ?
             WHERE r.id = ?
            """;

    /** The workers that were seen of late. Locks: none. Index: PRIMARY, a range of as many rows as the run had workers. */
    public static final String WORKER_LIST = """
            SELECT worker, rows_done, rate_used, rate_wanted, connections, allotted,
                   TIMESTAMPDIFF(MICROSECOND, seen_at, UTC_TIMESTAMP(6))
              FROM {schema}rowlock_batch_worker
             WHERE run_id = ? AND seen_at > UTC_TIMESTAMP(6) - INTERVAL ? MICROSECOND
            """;

    /** A worker's share of the rate (C4). Locks: one row of ours. */
    public static final String WORKER_ALLOT = """
            UPDATE {schema}rowlock_batch_worker SET allotted = ?, allotted_at = UTC_TIMESTAMP(6) WHERE run_id = ? AND worker = ?
            """;

    /** A worker that left. Locks: one row of ours. */
    public static final String WORKER_LEAVE =
            "DELETE FROM {schema}rowlock_batch_worker WHERE run_id = ? AND worker = ?";

    /** Something that was decided or happened. Locks: the new row. */
    public static final String EVENT_INSERT = """
            INSERT INTO {schema}rowlock_batch_event (run_id, at, kind, reason, rate) VALUES (?, UTC_TIMESTAMP(6), ?, ?, ?)
            """;

    /** Events after one. Locks: none. Index: PRIMARY. */
    public static final String EVENT_LIST = """
            SELECT id, CAST(at AS CHAR), kind, reason, rate
              FROM {schema}rowlock_batch_event
             WHERE run_id = ? AND id > ?
             ORDER BY id
             LIMIT ?
            """;

    /** What the signals said. Locks: the new row. */
    public static final String SAMPLE_INSERT = """
            INSERT IGNORE INTO {schema}rowlock_batch_sample (run_id, at, rate, used, readings) VALUES (?, UTC_TIMESTAMP(6), ?, ?, ?)
            """;

    /** Samples that are older than a day, of all runs but in bounded bites. Locks: these rows of ours. Index: PRIMARY. */
    public static final String SAMPLE_FORGET = """
            DELETE FROM {schema}rowlock_batch_sample WHERE run_id = ? AND at < UTC_TIMESTAMP(6) - INTERVAL 1 DAY LIMIT 1000
            """;

    /** The latest sample. Locks: none. */
    public static final String SAMPLE_LAST = """
            SELECT rate, used, readings FROM {schema}rowlock_batch_sample WHERE run_id = ? ORDER BY at DESC LIMIT 1
            """;

    /** A run's canary, made before its first beat, outside every other transaction (facts 3.5). Locks: the new row. */
    public static final String CANARY_SEED =
            "INSERT IGNORE INTO {schema}rowlock_batch_canary (id, beats) VALUES (?, 0)";

    /** What is known of a table's knee. Locks: none. */
    public static final String KNEE_LOAD = "SELECT curve FROM {schema}rowlock_batch_knee WHERE target = ?";

    /** Remembers a table's knee. Locks: one row of ours. */
    public static final String KNEE_STORE = """
            INSERT INTO {schema}rowlock_batch_knee (target, curve, updated_at) VALUES (?, ?, UTC_TIMESTAMP(6))
            ON DUPLICATE KEY UPDATE curve = VALUES(curve), updated_at = VALUES(updated_at)
            """;
}

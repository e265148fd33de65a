package dev.rowlock.benchmarks.internal.sql;

import java.util.List;

/** Tables of other job libraries, as their documents want them, and how many of their jobs are not finished. */
public final class PeerStatements {
    /** DDL. */
    public static final String DB_SCHEDULER_DROP = "DROP TABLE IF EXISTS scheduled_tasks";

    /** Columns and indexes that db-scheduler 16 expects on MySQL. */
    public static final String DB_SCHEDULER_CREATE = """
            CREATE TABLE scheduled_tasks (
              task_name VARCHAR(100) NOT NULL,
              task_instance VARCHAR(100) NOT NULL,
              task_data BLOB,
              execution_time TIMESTAMP(6) NOT NULL,
              picked BOOLEAN NOT NULL,
              picked_by VARCHAR(50),
              last_success TIMESTAMP(6) NULL,
              last_failure TIMESTAMP(6) NULL,
              consecutive_failures INT,
              last_heartbeat TIMESTAMP(6) NULL,
              version BIGINT NOT NULL,
              priority SMALLINT,
              PRIMARY KEY (task_name, task_instance),
              INDEX execution_time_idx (execution_time),
              INDEX last_heartbeat_idx (last_heartbeat)
            )
            """;

    /** Rows go when their task is done. Locks: none. */
    public static final String DB_SCHEDULER_LEFT = "SELECT COUNT(*) FROM scheduled_tasks";

    /** JobRunr makes them by itself when they are not there. */
    public static final List<String> JOBRUNR_DROP = List.of(
            "DROP VIEW IF EXISTS jobrunr_jobs_stats",
            "DROP TABLE IF EXISTS jobrunr_jobs",
            "DROP TABLE IF EXISTS jobrunr_recurring_jobs",
            "DROP TABLE IF EXISTS jobrunr_backgroundjobservers",
            "DROP TABLE IF EXISTS jobrunr_metadata",
            "DROP TABLE IF EXISTS jobrunr_migrations");

    /** Locks: none. */
    public static final String JOBRUNR_LEFT =
            "SELECT COUNT(*) FROM jobrunr_jobs WHERE state IN ('ENQUEUED', 'PROCESSING')";

    /** In Quartz's jar, beside its classes. */
    public static final String QUARTZ_SCRIPT = "/org/quartz/impl/jdbcjobstore/tables_mysql_innodb.sql";

    /** Triggers go when they have fired and their job has run. Locks: none. */
    public static final String QUARTZ_LEFT =
            "SELECT (SELECT COUNT(*) FROM QRTZ_TRIGGERS) + (SELECT COUNT(*) FROM QRTZ_FIRED_TRIGGERS)";

    private PeerStatements() {}
}

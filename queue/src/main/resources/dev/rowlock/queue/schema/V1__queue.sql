-- The tables of the managed queue. All times are UTC. Every statement may be run again.
-- ids are UUIDs of version 7, so that a lane's primary key is its order of arrival.

-- Which of these files were applied, whoever applied them.
CREATE TABLE IF NOT EXISTS rowlock_schema (
  version INT NOT NULL,
  description VARCHAR(200) NOT NULL,
  applied_at DATETIME(6) NOT NULL,
  PRIMARY KEY (version)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Queues by name. Rows are few and never removed, because jobs name them.
CREATE TABLE IF NOT EXISTS rowlock_queue (
  id SMALLINT UNSIGNED NOT NULL AUTO_INCREMENT,
  name VARCHAR(64) NOT NULL,
  paused_at DATETIME(6) NULL,
  created_at DATETIME(6) NOT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY queue_name (name)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Jobs that are ready or being worked on. Claims scan the primary key, there is no other index, and what a claim writes
-- has a fixed size, so it is changed in place. lease_until is 1970-01-01 while a job is ready. Finished jobs are deleted.
-- A row whose kind is empty is no job but a ticket: it says that jobs wait in the line it names. line_key, line_seq and slot
-- belong to jobs that came out of a line, unique_key to jobs that are enqueued once at a time.
CREATE TABLE IF NOT EXISTS rowlock_job (
  queue_id SMALLINT UNSIGNED NOT NULL,
  priority TINYINT UNSIGNED NOT NULL,
  id BINARY(16) NOT NULL,
  token BIGINT NOT NULL DEFAULT 0,
  lease_until DATETIME(6) NOT NULL DEFAULT '1970-01-01 00:00:00',
  attempts INT NOT NULL DEFAULT 0,
  max_attempts INT NOT NULL,
  line_key VARCHAR(202) NULL,
  line_seq BIGINT NULL,
  slot INT NULL,
  unique_key VARCHAR(202) NULL,
  kind VARCHAR(100) NOT NULL,
  headers VARCHAR(4000) NOT NULL DEFAULT '',
  payload MEDIUMBLOB NOT NULL,
  PRIMARY KEY (queue_id, priority, id),
  CHECK (priority <= 3),
  CHECK (attempts >= 0 AND attempts <= max_attempts)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Jobs that are not due yet: delayed, snoozed, or to be tried again. They move to rowlock_job when due.
CREATE TABLE IF NOT EXISTS rowlock_delayed (
  id BINARY(16) NOT NULL,
  due_at DATETIME(6) NOT NULL,
  queue_id SMALLINT UNSIGNED NOT NULL,
  priority TINYINT UNSIGNED NOT NULL,
  token BIGINT NOT NULL DEFAULT 0,
  attempts INT NOT NULL DEFAULT 0,
  max_attempts INT NOT NULL,
  line_key VARCHAR(202) NULL,
  line_seq BIGINT NULL,
  slot INT NULL,
  unique_key VARCHAR(202) NULL,
  kind VARCHAR(100) NOT NULL,
  headers VARCHAR(4000) NOT NULL DEFAULT '',
  payload MEDIUMBLOB NOT NULL,
  PRIMARY KEY (id),
  KEY delayed_due (due_at, id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Jobs with an ordering key or a concurrency key, until their turn has come: a line for each key. seq is given by the server
-- when the row is inserted, so a line is in the order of the INSERTs, whatever the clocks of the processes say.
CREATE TABLE IF NOT EXISTS rowlock_lined (
  queue_id SMALLINT UNSIGNED NOT NULL,
  line_key VARCHAR(202) NOT NULL,
  seq BIGINT NOT NULL AUTO_INCREMENT,
  id BINARY(16) NOT NULL,
  priority TINYINT UNSIGNED NOT NULL,
  due_at DATETIME(6) NOT NULL DEFAULT '1970-01-01 00:00:00',
  token BIGINT NOT NULL DEFAULT 0,
  attempts INT NOT NULL DEFAULT 0,
  max_attempts INT NOT NULL,
  unique_key VARCHAR(202) NULL,
  kind VARCHAR(100) NOT NULL,
  headers VARCHAR(4000) NOT NULL DEFAULT '',
  payload MEDIUMBLOB NOT NULL,
  PRIMARY KEY (queue_id, line_key, seq),
  KEY lined_seq (seq),
  KEY lined_job (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- What jobs of a line hold: a place among those that may run together, until the job is over, and from 1000000 on a place in the
-- line's rate, until free_at. The line 'q:' is the queue itself, whose places are there as long as it has a rate.
CREATE TABLE IF NOT EXISTS rowlock_slot (
  queue_id SMALLINT UNSIGNED NOT NULL,
  line_key VARCHAR(202) NOT NULL,
  number INT NOT NULL,
  job_id BINARY(16) NOT NULL,
  free_at DATETIME(6) NULL,
  PRIMARY KEY (queue_id, line_key, number),
  KEY slot_free (free_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- What a queue's jobs are held to, at a time and in each period. NULL is no limit. The scope is 'l:' for the jobs of each concurrency key, 'k:' and its name
-- for the jobs of a kind, and 'q:' for all jobs of the queue.
CREATE TABLE IF NOT EXISTS rowlock_limit (
  queue_id SMALLINT UNSIGNED NOT NULL,
  scope VARCHAR(102) NOT NULL,
  concurrent INT NULL,
  rate INT NULL,
  period_micros BIGINT NULL,
  PRIMARY KEY (queue_id, scope)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Keys of jobs that are enqueued once at a time, and the job that has each of them now.
CREATE TABLE IF NOT EXISTS rowlock_unique (
  queue_id SMALLINT UNSIGNED NOT NULL,
  name VARCHAR(200) NOT NULL,
  job_id BINARY(16) NOT NULL,
  PRIMARY KEY (queue_id, name)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Jobs that were given up, kept until somebody redrives or discards them.
CREATE TABLE IF NOT EXISTS rowlock_dead (
  id BINARY(16) NOT NULL,
  queue_id SMALLINT UNSIGNED NOT NULL,
  priority TINYINT UNSIGNED NOT NULL,
  token BIGINT NOT NULL,
  attempts INT NOT NULL,
  max_attempts INT NOT NULL,
  line_key VARCHAR(202) NULL,
  kind VARCHAR(100) NOT NULL,
  headers VARCHAR(4000) NOT NULL DEFAULT '',
  payload MEDIUMBLOB NOT NULL,
  died_at DATETIME(6) NOT NULL,
  reason VARCHAR(1000) NOT NULL,
  stack MEDIUMTEXT NULL,
  PRIMARY KEY (id),
  KEY dead_queue (queue_id, id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Attempts that failed, by day: housekeeping adds partitions and drops old ones.
CREATE TABLE IF NOT EXISTS rowlock_failure (
  job_id BINARY(16) NOT NULL,
  token BIGINT NOT NULL,
  day DATE NOT NULL,
  attempt INT NOT NULL,
  failed_at DATETIME(6) NOT NULL,
  reason VARCHAR(1000) NOT NULL,
  stack MEDIUMTEXT NULL,
  PRIMARY KEY (job_id, token, day)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
  PARTITION BY RANGE COLUMNS (day) (PARTITION pmax VALUES LESS THAN (MAXVALUE));

-- Jobs that have ended, by day: housekeeping adds partitions and drops old ones.
CREATE TABLE IF NOT EXISTS rowlock_history (
  id BINARY(16) NOT NULL,
  day DATE NOT NULL,
  queue_id SMALLINT UNSIGNED NOT NULL,
  outcome TINYINT UNSIGNED NOT NULL,
  attempts INT NOT NULL,
  kind VARCHAR(100) NOT NULL,
  finished_at DATETIME(6) NOT NULL,
  result MEDIUMBLOB NULL,
  PRIMARY KEY (id, day)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
  PARTITION BY RANGE COLUMNS (day) (PARTITION pmax VALUES LESS THAN (MAXVALUE));

-- Idempotency keys and the job that each of them made.
CREATE TABLE IF NOT EXISTS rowlock_key (
  scope VARCHAR(64) NOT NULL,
  name VARCHAR(255) NOT NULL,
  job_id BINARY(16) NOT NULL,
  queue_id SMALLINT UNSIGNED NOT NULL,
  expires_at DATETIME(6) NOT NULL,
  PRIMARY KEY (scope, name),
  KEY key_expiry (expires_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- What became of jobs, counted as they end. A figure is the sum over its slots, so that no row is hot.
CREATE TABLE IF NOT EXISTS rowlock_counter (
  queue_id SMALLINT UNSIGNED NOT NULL,
  outcome TINYINT UNSIGNED NOT NULL,
  slot TINYINT UNSIGNED NOT NULL,
  jobs BIGINT NOT NULL,
  PRIMARY KEY (queue_id, outcome, slot)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- The last number each worker put in a transaction with figures, by which it tells whether a COMMIT without an answer happened.
-- Housekeeping removes those of workers that are gone.
CREATE TABLE IF NOT EXISTS rowlock_mark (
  worker BINARY(16) NOT NULL,
  number BIGINT NOT NULL,
  marked_at DATETIME(6) NOT NULL,
  PRIMARY KEY (worker),
  KEY mark_at (marked_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- What attempts tell of themselves while they run: progress and log lines, by the day of their claim. Housekeeping adds
-- partitions and drops old ones.
CREATE TABLE IF NOT EXISTS rowlock_report (
  job_id BINARY(16) NOT NULL,
  token BIGINT NOT NULL,
  day DATE NOT NULL,
  attempt INT NOT NULL,
  reported_at DATETIME(6) NOT NULL,
  done BIGINT NULL,
  total BIGINT NULL,
  note VARCHAR(200) NULL,
  omitted BIGINT NOT NULL,
  log MEDIUMTEXT NULL,
  PRIMARY KEY (job_id, token, day)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
  PARTITION BY RANGE COLUMNS (day) (PARTITION pmax VALUES LESS THAN (MAXVALUE));

-- Leases that ended without an answer, kept for two days: what puts kinds in quarantine. answered is how many jobs of the kind
-- had been answered when it was found.
CREATE TABLE IF NOT EXISTS rowlock_loss (
  job_id BINARY(16) NOT NULL,
  token BIGINT NOT NULL,
  kind VARCHAR(100) NOT NULL,
  lost_at DATETIME(6) NOT NULL,
  repeated TINYINT UNSIGNED NOT NULL,
  excused TINYINT UNSIGNED NOT NULL,
  answered BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (job_id, token),
  KEY loss_kind (kind, excused, repeated, lost_at),
  KEY loss_at (lost_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- How many jobs of a kind were answered, whatever the answer, since one of the kind was lost: what speaks for it. A figure is the
-- sum over its slots, so that no row is hot.
CREATE TABLE IF NOT EXISTS rowlock_answer (
  kind VARCHAR(100) NOT NULL,
  slot TINYINT UNSIGNED NOT NULL,
  answered BIGINT NOT NULL,
  PRIMARY KEY (kind, slot)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Kinds whose jobs are not run. Claims put their jobs into rowlock_delayed, due at the end of the year 9999.
CREATE TABLE IF NOT EXISTS rowlock_quarantine (
  kind VARCHAR(100) NOT NULL,
  since DATETIME(6) NOT NULL,
  losses INT NOT NULL,
  reason VARCHAR(1000) NOT NULL,
  PRIMARY KEY (kind)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- How many jobs each queue has, as last counted by whoever keeps house, and nobody else writes here.
CREATE TABLE IF NOT EXISTS rowlock_count (
  queue_id SMALLINT UNSIGNED NOT NULL,
  ready_jobs BIGINT NOT NULL,
  running_jobs BIGINT NOT NULL,
  delayed_jobs BIGINT NOT NULL,
  blocked_jobs BIGINT NOT NULL,
  quarantined_jobs BIGINT NOT NULL,
  dead_jobs BIGINT NOT NULL,
  counted_at DATETIME(6) NOT NULL,
  PRIMARY KEY (queue_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Duties that one process at a time does: each is a lease.
CREATE TABLE IF NOT EXISTS rowlock_duty (
  id INT NOT NULL,
  status VARCHAR(10) NOT NULL,
  lease_until DATETIME(6) NULL,
  attempts INT NOT NULL DEFAULT 0,
  token BIGINT NOT NULL DEFAULT 0,
  owner VARCHAR(100) NULL,
  PRIMARY KEY (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Schedules. A firing enqueues its job in the transaction that moves next_at on, which is NULL when there is none to come. While waits_for names a job, next_at
-- is when to look again whether that has ended. Zone and expression are what was written down, all times are UTC.
CREATE TABLE IF NOT EXISTS rowlock_schedule (
  name VARCHAR(100) NOT NULL,
  timing VARCHAR(10) NOT NULL,
  expression VARCHAR(200) NOT NULL,
  zone VARCHAR(64) NOT NULL,
  catch_up INT NOT NULL,
  queue_id SMALLINT UNSIGNED NOT NULL,
  priority TINYINT UNSIGNED NOT NULL,
  max_attempts INT NOT NULL,
  kind VARCHAR(100) NOT NULL,
  headers VARCHAR(4000) NOT NULL DEFAULT '',
  job_keys VARCHAR(4000) NOT NULL DEFAULT '',
  payload MEDIUMBLOB NOT NULL,
  next_at DATETIME(6) NULL,
  waits_for BINARY(16) NULL,
  paused_at DATETIME(6) NULL,
  last_at DATETIME(6) NULL,
  last_job BINARY(16) NULL,
  fired BIGINT NOT NULL DEFAULT 0,
  created_at DATETIME(6) NOT NULL,
  PRIMARY KEY (name),
  KEY schedule_due (paused_at, next_at),
  CHECK (timing IN ('cron', 'every', 'after end')),
  CHECK (catch_up >= 0)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT IGNORE INTO rowlock_duty (id, status) VALUES (1, 'free');

INSERT IGNORE INTO rowlock_schema (version, description, applied_at) VALUES (1, 'queue', UTC_TIMESTAMP(6));

package dev.rowlock.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tables with more to them than rows: each matching row is changed once all the same, and {@code plan} says what there is to know. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class OddTablesTest {
    private static final int ROWS = 400;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Rows 1 to {@value #ROWS}, three in four of them to be changed; the other columns from a SELECT list over the number {@code i}. */
    private static void fill(TestDatabase database, String table, String columns, String values) {
        database.execute(
                "CREATE TABLE IF NOT EXISTS numbers (i INT PRIMARY KEY)",
                "INSERT IGNORE INTO numbers WITH RECURSIVE r AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM r WHERE i < "
                        + ROWS + ") SELECT i FROM r",
                "INSERT INTO " + table + " (" + columns + ", status) SELECT " + values
                        + ", IF(i % 4 = 3, 'PAID', 'PENDING') FROM numbers",
                "ANALYZE TABLE " + table);
    }

    private static BatchPlan.Builder plan(String table, Action action) {
        return BatchPlan.builder(TableName.of(table), "status = 'PENDING'", action)
                .guard(GuardRule.none())
                .shards(ShardRule.ranges(3))
                .chunk(ChunkBounds.usual().withRows(17));
    }

    private static RunStatus run(Batches batches, BatchPlan plan) throws InterruptedException {
        long run = batches.start(plan);
        try (BatchWorker worker =
                batches.join(run, WorkerSettings.standard().withThreads(2)).start()) {
            assertThat(worker.await(PATIENCE)).isTrue();
        }
        RunStatus status = batches.status(run);
        assertThat(status.state()).as(status.reason()).isEqualTo(RunState.DONE);
        return status;
    }

    private static void eachOnce(TestDatabase database, Batches batches, BatchPlan plan) throws InterruptedException {
        RunStatus status = run(batches, plan);
        assertThat(status.counts()).isEqualTo(new Counts(scanned(plan), ROWS / 4 * 3, ROWS / 4 * 3, 0, 0));
        assertThat(database.number("SELECT COUNT(*) FROM " + plan.table() + " WHERE n <> IF(status = 'PENDING', 1, 0)"))
                .isZero();
    }

    /** By remainder each shard reads the whole table. */
    private static long scanned(BatchPlan plan) {
        return plan.shards().kind() == ShardRule.Kind.MODULO
                ? (long) ROWS * plan.shards().shards()
                : ROWS;
    }

    private static Batches batches(TestDatabase database) {
        return Batches.of(Transactions.of(database.dataSource()));
    }

    private static String note(Batches batches, BatchPlan plan, String id) throws InterruptedException {
        return batches.plan(plan).notes().stream()
                .filter(note -> note.id().equals(id))
                .map(PlanNote::text)
                .reduce("", String::concat);
    }

    @Test
    void partitionsOfEveryKind(TestDatabase database) throws InterruptedException {
        Batches batches = batches(database);
        database.execute(
                "CREATE TABLE hashed (id BIGINT PRIMARY KEY, status VARCHAR(16) NOT NULL, n INT NOT NULL DEFAULT 0) ENGINE=InnoDB"
                        + " PARTITION BY HASH (id) PARTITIONS 5",
                "CREATE TABLE by_year (at DATE, id BIGINT, status VARCHAR(16) NOT NULL, n INT NOT NULL DEFAULT 0,"
                        + " PRIMARY KEY (at, id)) ENGINE=InnoDB PARTITION BY RANGE COLUMNS (at) (PARTITION p24 VALUES LESS THAN ('2025-01-01'),"
                        + " PARTITION p25 VALUES LESS THAN ('2026-01-01'), PARTITION later VALUES LESS THAN (MAXVALUE))",
                "CREATE TABLE by_customer (id BIGINT, customer INT, status VARCHAR(16) NOT NULL, n INT NOT NULL DEFAULT 0,"
                        + " PRIMARY KEY (id, customer)) ENGINE=InnoDB PARTITION BY RANGE (customer) (PARTITION few VALUES LESS THAN (7),"
                        + " PARTITION many VALUES LESS THAN MAXVALUE)");
        fill(database, "hashed", "id", "i * 3");
        fill(database, "by_year", "at, id", "DATE '2024-12-01' + INTERVAL i DAY, i % 7");
        fill(database, "by_customer", "id, customer", "i, i % 11");
        Action add = new Action.Set("n = n + 1");
        assertThat(note(batches, plan("hashed", add).build(), "partitions"))
                .contains("5 partitions by HASH", "into each");
        assertThat(note(batches, plan("by_year", add).build(), "partitions"))
                .contains("3 partitions by RANGE COLUMNS", "leaves the others out");
        assertThat(note(batches, plan("by_customer", add).build(), "partitions"))
                .contains("into each");
        eachOnce(database, batches, plan("hashed", add).build());
        eachOnce(database, batches, plan("by_year", add).build());
        eachOnce(database, batches, plan("by_customer", add).build());
        database.execute("UPDATE hashed SET n = 0");
        eachOnce(
                database,
                batches,
                plan("hashed", add).shards(ShardRule.modulo(3)).build());
        database.execute("CREATE TABLE old_years LIKE by_year", "ALTER TABLE old_years REMOVE PARTITIONING");
        RunStatus moved = run(
                batches,
                plan("by_year", new Action.Archive(TableName.of("old_years"))).build());
        assertThat(moved.counts().changed()).isEqualTo(ROWS / 4 * 3);
        assertThat(database.number("SELECT COUNT(*) FROM old_years WHERE n = 1"))
                .isEqualTo(ROWS / 4 * 3);
        assertThat(database.number("SELECT COUNT(*) FROM by_year")).isEqualTo(ROWS / 4);
    }

    @Test
    void computedColumnsTriggersAndForeignKeys(TestDatabase database) throws InterruptedException {
        Batches batches = batches(database);
        database.execute(
                "CREATE TABLE parent (id INT PRIMARY KEY) ENGINE=InnoDB",
                "INSERT INTO parent VALUES (1), (2)",
                "CREATE TABLE busy (id BIGINT PRIMARY KEY, status VARCHAR(16) NOT NULL, n INT NOT NULL DEFAULT 0, parent_id INT NULL,"
                        + " twice INT AS (2 * n) STORED, thrice INT AS (3 * n) VIRTUAL, KEY by_twice (twice), KEY by_thrice (thrice),"
                        + " CONSTRAINT busy_parent FOREIGN KEY (parent_id) REFERENCES parent (id)) ENGINE=InnoDB",
                "CREATE TABLE part (id BIGINT PRIMARY KEY, busy_id BIGINT NOT NULL, CONSTRAINT part_busy FOREIGN KEY (busy_id)"
                        + " REFERENCES busy (id) ON DELETE CASCADE) ENGINE=InnoDB",
                "CREATE TABLE audit (seq BIGINT AUTO_INCREMENT PRIMARY KEY, busy_id BIGINT NOT NULL, what VARCHAR(10)) ENGINE=InnoDB",
                "CREATE TRIGGER busy_changed AFTER UPDATE ON busy FOR EACH ROW INSERT INTO audit (busy_id, what) VALUES (NEW.id, 'set')",
                "CREATE TRIGGER busy_gone AFTER DELETE ON busy FOR EACH ROW INSERT INTO audit (busy_id, what) VALUES (OLD.id, 'gone')");
        fill(database, "busy", "id", "i");
        database.execute("INSERT INTO part SELECT i, i FROM numbers");
        BatchPlan set = plan("busy", new Action.Set("n = n + 1, parent_id = 2")).build();
        assertThat(note(batches, set, "triggers")).contains("busy_changed");
        assertThat(note(batches, set, "parents")).contains("parent_id -> parent (busy_parent)");
        assertThat(note(batches, set, "computed")).contains("twice", "thrice");
        eachOnce(database, batches, set);
        assertThat(database.number("SELECT COUNT(*) FROM busy WHERE twice <> 2 * n OR thrice <> 3 * n"))
                .isZero();
        assertThat(database.number("SELECT COUNT(DISTINCT busy_id) FROM audit")).isEqualTo(ROWS / 4 * 3);
        assertThat(database.number("SELECT COUNT(*) FROM audit")).isEqualTo(ROWS / 4 * 3);
        BatchPlan delete = plan("busy", new Action.Delete()).build();
        assertThat(note(batches, delete, "children")).contains("part (part_busy, ON DELETE CASCADE)", "WAITS");
        assertThat(run(batches, delete).counts().changed()).isEqualTo(ROWS / 4 * 3);
        assertThat(database.number("SELECT COUNT(*) FROM audit WHERE what = 'gone'"))
                .isEqualTo(ROWS / 4 * 3);
        assertThat(database.number("SELECT COUNT(*) FROM part")).isEqualTo(ROWS / 4);
    }

    /** A parent that is not there: the server refuses the row, and the run stops where it is, to be gone on with. */
    @Test
    void aRowTheServerRefusesStopsTheRunWhichGoesOnWhenItIsMended(TestDatabase database) throws InterruptedException {
        Batches batches = batches(database);
        database.execute(
                "CREATE TABLE parent (id INT PRIMARY KEY) ENGINE=InnoDB",
                "CREATE TABLE child (id BIGINT PRIMARY KEY, status VARCHAR(16) NOT NULL, n INT NOT NULL DEFAULT 0, parent_id INT NULL,"
                        + " CONSTRAINT child_parent FOREIGN KEY (parent_id) REFERENCES parent (id)) ENGINE=InnoDB");
        fill(database, "child", "id", "i");
        BatchPlan plan =
                plan("child", new Action.Set("n = n + 1, parent_id = 9")).build();
        long run = batches.start(plan);
        try (BatchWorker worker = batches.join(run, WorkerSettings.standard()).start()) {
            assertThat(worker.await(PATIENCE)).isTrue();
        }
        assertThat(batches.status(run).state()).isEqualTo(RunState.STOPPED);
        assertThat(batches.status(run).reason()).contains("1452", "child_parent");
        database.execute("INSERT INTO parent VALUES (9)");
        assertThat(batches.resume(run)).isTrue();
        try (BatchWorker worker = batches.join(run, WorkerSettings.standard()).start()) {
            assertThat(worker.await(PATIENCE)).isTrue();
        }
        assertThat(database.number("SELECT COUNT(*) FROM child WHERE n <> IF(status = 'PENDING', 1, 0)"))
                .isZero();
        assertThat(batches.status(run).counts().changed()).isEqualTo(ROWS / 4 * 3);
    }

    /** Every nine minutes of three days around the end of summer time in Europe, and microseconds. */
    @Test
    void timesInTheKey(TestDatabase database) throws InterruptedException {
        Batches utc = Batches.of(Transactions.of(Connections.to(database).after("SET time_zone = '+00:00'")));
        database.execute(
                "SET time_zone = '+00:00'",
                "CREATE TABLE moments (at TIMESTAMP(6) NOT NULL PRIMARY KEY, status VARCHAR(16) NOT NULL, n INT NOT NULL DEFAULT 0) ENGINE=InnoDB",
                "CREATE TABLE times (at DATETIME(6) NOT NULL PRIMARY KEY, status VARCHAR(16) NOT NULL, n INT NOT NULL DEFAULT 0) ENGINE=InnoDB");
        fill(database, "moments", "at", "FROM_UNIXTIME(1761350400 + i * 540 + i / 1000000)");
        fill(database, "times", "at", "'2025-10-25' + INTERVAL 540 * i SECOND + INTERVAL i MICROSECOND");
        eachOnce(database, utc, plan("moments", new Action.Set("n = n + 1")).build());
        eachOnce(database, utc, plan("times", new Action.Set("n = n + 1")).build());
        assertThat(note(utc, plan("moments", new Action.Set("n = n + 1")).build(), "still-matching"))
                .contains("match still");
    }

    @Test
    void keysThatWouldMoveAreRefused(TestDatabase database) {
        Batches batches = batches(database);
        database.execute(
                "CREATE TABLE touched (at TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3), id INT,"
                        + " status VARCHAR(16), n INT NOT NULL DEFAULT 0, PRIMARY KEY (id, at)) ENGINE=InnoDB");
        assertThatThrownBy(() -> batches.start(
                        plan("touched", new Action.Set("n = n + 1")).build()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll(
                        "ON UPDATE CURRENT_TIMESTAMP",
                        "at",
                        "MODIFY `at` timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3)");
        if (!database.isMariaDb()) { // which has no such keys
            database.execute(
                    "CREATE TABLE computed (half INT AS (n DIV 2) STORED, k INT AS (half * 1000 + id) STORED PRIMARY KEY, id INT, n INT NOT NULL DEFAULT 0,"
                            + " status VARCHAR(16)) ENGINE=InnoDB");
            assertThatThrownBy(() -> batches.start(
                            plan("computed", new Action.Set("n = n + 1")).build()))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContainingAll("computes the key column k", "half");
            assertThat(batches.start(
                            plan("computed", new Action.Set("status = 'SEEN'")).build()))
                    .isPositive();
        }
    }
}

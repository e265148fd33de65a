package dev.rowlock.diagnose.doctor;

import static dev.rowlock.diagnose.doctor.Severity.BLOCKS;
import static dev.rowlock.diagnose.doctor.Severity.NOTES;
import static dev.rowlock.diagnose.doctor.Severity.WARNS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tables that were made wrong, each with the statement that mends it. */
@EachServer
final class TablesTest {
    @Test
    void refusesAnEngineWithoutRowLocks(TestDatabase database) {
        database.execute("CREATE TABLE jobs (" + Ward.columns()
                + ", PRIMARY KEY (id), KEY claim (status, available_at, id)) ENGINE = MyISAM");
        DoctorReport report = Ward.examine(database, "jobs");
        Finding finding = Ward.one(report, "table-engine", BLOCKS, "MyISAM", "SKIP LOCKED skips nothing");
        assertThat(report.blocksGoLive()).isTrue();
        database.execute(finding.remedy());
        assertThat(ofTable(database, "jobs")).isEmpty();
    }

    @Test
    void refusesATableWithoutPrimaryKey(TestDatabase database) {
        database.execute("CREATE TABLE jobs (status VARCHAR(20) NOT NULL, available_at DATETIME(6) NOT NULL,"
                + " KEY claim (status, available_at)) ENGINE = InnoDB");
        Finding finding = Ward.one(Ward.examine(database, "jobs"), "table-key", BLOCKS, "no primary key");
        database.execute(finding.remedy());
        assertThat(ofTable(database, "jobs")).isEmpty();
    }

    @Test
    void wantsAnIndexInTheOrderOfTheClaim(TestDatabase database) {
        for (String index : List.of("", ", KEY wrong (available_at, status)", ", KEY half (status)")) {
            database.execute(
                    "DROP TABLE IF EXISTS jobs",
                    "CREATE TABLE jobs (" + Ward.columns() + ", PRIMARY KEY (id)" + index + ") ENGINE = InnoDB",
                    Ward.fill("jobs", 100));
            DoctorReport report = Ward.examine(database, "jobs");
            Finding finding = Ward.one(report, "claim-index", BLOCKS, "about ", "(`status`, `available_at`, `id`)");
            assertThat(report.blocksGoLive()).isTrue();
            database.execute(finding.remedy());
            assertThat(ofTable(database, "jobs"))
                    .as("after %s", finding.remedy())
                    .isEmpty();
        }
    }

    @Test
    void refusesAStatusThatCannotHoldTheStates(TestDatabase database) {
        database.execute("CREATE TABLE jobs (id INT PRIMARY KEY, status ENUM ('open', 'closed') NOT NULL,"
                + " available_at DATETIME NOT NULL) ENGINE = InnoDB");
        Ward.one(
                Ward.examine(database, "jobs"), "table-layout", BLOCKS, "enum('open','closed')", "rowlock table check");
    }

    @Test
    void tellsTheLockOrderOfForeignKeys(TestDatabase database) {
        Ward.queue(database, "jobs", 10);
        database.execute("CREATE TABLE order_lines (id INT PRIMARY KEY, job BIGINT NOT NULL,"
                + " CONSTRAINT lines_job FOREIGN KEY (job) REFERENCES jobs (id) ON DELETE CASCADE) ENGINE = InnoDB");
        Ward.one(
                Ward.examine(database, "order_lines"),
                "foreign-key",
                WARNS,
                "point from here at jobs: lines_job",
                "S, then X",
                "DROP FOREIGN KEY lines_job");
        Ward.one(
                Ward.examine(database, "jobs"),
                "foreign-key",
                WARNS,
                "point here from order_lines: lines_job",
                "no limit counts",
                "this table first, order_lines second");
    }

    @Test
    void tellsTriggers(TestDatabase database) {
        Ward.queue(database, "jobs", 10);
        database.execute(
                "CREATE TABLE audit (id INT) ENGINE = InnoDB",
                "CREATE TRIGGER jobs_audit AFTER UPDATE ON jobs FOR EACH ROW INSERT INTO audit VALUES (1)");
        Ward.one(
                Ward.examine(database, "jobs"),
                "triggers",
                WARNS,
                "jobs_audit (AFTER UPDATE)",
                "lock this table first");
    }

    @Test
    void explainsAPlannedBatchWithItsCondition(TestDatabase database) {
        database.execute(
                "CREATE TABLE orders (region INT NOT NULL, id BIGINT UNSIGNED NOT NULL, state VARCHAR(20) NOT NULL,"
                        + " modified_at DATETIME NOT NULL, PRIMARY KEY (region, id), KEY due (state, modified_at)) ENGINE = InnoDB",
                "INSERT INTO orders VALUES (1, 18446744073709551615, 'PENDING', NOW()), (1, 2, 'PENDING', NOW())");
        DoctorSettings settings =
                DoctorSettings.standard().withBatchPredicate("state = 'PENDING' AND modified_at < NOW()");
        DoctorReport report = Ward.examine(database, settings, "orders");
        assertThat(aboutTables(report)).isEmpty();
        Ward.one(report, "not-a-queue", NOTES, "rowlock table check");

        DoctorSettings wrong = DoctorSettings.standard().withBatchPredicate("stat = 'PENDING'");
        Ward.one(Ward.examine(database, wrong, "orders"), "batch-predicate", BLOCKS, "stat = 'PENDING'", "WHERE");
    }

    @Test
    void probesWithTwoSessionsAndLeavesNothingLocked(TestDatabase database) {
        Ward.queue(database, "jobs", 10);
        String before = database.rows("SELECT * FROM jobs ORDER BY id").toString();
        DoctorSettings probing = DoctorSettings.standard().withProbing(Probing.TWO_SESSIONS);
        Ward.one(Ward.examine(database, probing, "jobs"), "probe", NOTES, "tried with two sessions", " ms");
        assertThat(database.rows("SELECT * FROM jobs ORDER BY id")).hasToString(before);
        database.execute("DELETE FROM jobs");
        Ward.one(Ward.examine(database, probing, "jobs"), "probe-not-tried", NOTES, "the table is empty");
        database.execute(
                "DROP TABLE jobs",
                "CREATE TABLE jobs (id INT PRIMARY KEY) ENGINE = MyISAM",
                "INSERT INTO jobs VALUES (1), (2)");
        Ward.one(Ward.examine(database, probing, "jobs"), "probe-nowait", BLOCKS, "got a row", "InnoDB");
        Ward.one(Ward.examine(database, probing, "jobs"), "probe-batch", BLOCKS, "did not pass");
    }

    @Test
    void findsQueuesByItselfAndRefusesUnknownNames(TestDatabase database) {
        Ward.one(Ward.examine(database), "no-tables", NOTES, "looks like a queue");
        Ward.queue(database, "jobs", 10);
        database.execute(
                "CREATE TABLE task_queue (id INT PRIMARY KEY, STATUS VARCHAR(20), CLAIMED_AT DATETIME(6), KEY k (status)) ENGINE = InnoDB",
                "CREATE TABLE orders (id INT PRIMARY KEY, status VARCHAR(20)) ENGINE = InnoDB",
                "CREATE VIEW v AS SELECT * FROM jobs");
        assertThat(Ward.examine(database).tables())
                .containsExactly(database.schema() + ".jobs", database.schema() + ".task_queue");
        Ward.one(Ward.examine(database, "v"), "table-view", BLOCKS, "name that table");
        assertThatThrownBy(() -> Ward.examine(database, "jbos"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("jbos");
    }

    private static List<Finding> ofTable(TestDatabase database, String table) {
        return aboutTables(Ward.examine(database, table));
    }

    /** The server's own findings are another test's business. */
    private static List<Finding> aboutTables(DoctorReport report) {
        return Ward.serious(report).stream()
                .filter(finding ->
                        !finding.about().equals("server") && !finding.id().equals("time-zone"))
                .toList();
    }
}

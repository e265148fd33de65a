package dev.rowlock.diagnose.doctor;

import static dev.rowlock.diagnose.doctor.Severity.BLOCKS;
import static dev.rowlock.diagnose.doctor.Severity.WARNS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseSettings;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.TableLayout;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A healthy server, on which nothing is found; then one setting after another is broken, found, and mended again. */
final class SettingsOfServerTest {
    /**
     * One broken setting.
     *
     * @param remedy statements that have to be in the remedy, and have to mend it
     * @param advice what else has to be in the finding
     */
    private record Fault(String breaks, String remedy, String id, Severity severity, List<String> advice) {
        Fault(String breaks, String remedy, String id, Severity severity, String... advice) {
            this(breaks, remedy, id, severity, List.of(advice));
        }
    }

    @EachServer(
            sharing = Sharing.DEDICATED,
            options = {Ward.ISOLATION, Ward.PRINT, Ward.VERBOSITY, Ward.ROWS, Ward.ZONE, Ward.PERFORMANCE_SCHEMA})
    void findsNothingOnAHealthyServerAndEachBrokenSetting(TestDatabase database) {
        Ward.queue(database, "jobs", 1_000);
        work(database);
        DoctorSettings probing = DoctorSettings.standard().withProbing(Probing.TWO_SESSIONS);
        healthy(Ward.examine(database, probing, "jobs"));
        DoctorReport found = Ward.examine(database);
        healthy(found);
        assertThat(found.chosen()).isEqualTo(DoctorReport.Chosen.FOUND);
        assertThat(found.tables()).containsExactly(database.schema() + ".jobs");

        for (Fault fault : faults(database)) {
            database.execute(fault.breaks());
            DoctorReport report = Ward.examine(database, "jobs");
            Finding finding = Ward.one(
                    report, fault.id(), fault.severity(), fault.advice().toArray(String[]::new));
            assertThat(finding.remedy()).contains(fault.remedy());
            assertThat(Ward.serious(report))
                    .as("nothing but %s", fault.breaks())
                    .hasSize(1);
            assertThat(report.blocksGoLive()).isEqualTo(fault.severity() == BLOCKS);
            database.execute(fault.remedy().split("; "));
            healthy(Ward.examine(database, "jobs"));
        }
        snapshotIsolation(database);
        replica(database);
        clocks(database);
        SeenStatements.examine(database);
    }

    /** What Rowlock itself sends is in the digest table, too, and is no finding. */
    private static void work(TestDatabase database) {
        LeaseTable jobs = LeaseTable.open(
                Transactions.of(database.dataSource()), TableLayout.of("jobs"), LeaseSettings.standard());
        List<Lease> leases = jobs.claim(50).leases();
        assertThat(jobs.complete(leases)).hasSize(50);
        jobs.reclaim(10);
        Lease failed = jobs.claim(1).leases().get(0);
        jobs.fail(failed, "on purpose");
    }

    private static void healthy(DoctorReport report) {
        assertThat(Ward.serious(report)).isEmpty();
        assertThat(report.blocksGoLive()).isFalse();
        assertThat(report.examinations())
                .filteredOn(examination -> examination.outcome() == Examination.Outcome.NOT_MADE)
                .isEmpty();
    }

    private static List<Fault> faults(TestDatabase database) {
        String set = database.isMariaDb() ? "SET GLOBAL " : "SET PERSIST ";
        List<Fault> faults = new ArrayList<>(List.of(
                new Fault(
                        "SET GLOBAL binlog_format = 'STATEMENT'",
                        set + "binlog_format = 'ROW'",
                        "binlog-format",
                        BLOCKS,
                        "STATEMENT",
                        "1665"),
                new Fault(
                        "SET GLOBAL binlog_format = 'MIXED'",
                        set + "binlog_format = 'ROW'",
                        "binlog-format",
                        WARNS,
                        "MIXED",
                        "1592"),
                new Fault(
                        "SET GLOBAL innodb_lock_wait_timeout = 100000",
                        set + "innodb_lock_wait_timeout = 10",
                        "lock-wait-timeout",
                        WARNS,
                        "100000 s",
                        "waits for rows"),
                new Fault(
                        "SET GLOBAL innodb_deadlock_detect = OFF",
                        set + "innodb_deadlock_detect = ON",
                        "deadlock-detect",
                        WARNS,
                        "10 s"),
                new Fault(
                        "SET GLOBAL innodb_print_all_deadlocks = OFF",
                        set + "innodb_print_all_deadlocks = ON",
                        "print-all-deadlocks",
                        WARNS,
                        "0 deadlocks since the server's start"),
                new Fault(
                        "SET GLOBAL max_allowed_packet = 65536",
                        set + "max_allowed_packet = 67108864",
                        "packet-size",
                        WARNS,
                        "65536 bytes"),
                new Fault(
                        "SET GLOBAL TRANSACTION ISOLATION LEVEL REPEATABLE READ",
                        database.isMariaDb()
                                ? "SET GLOBAL TRANSACTION ISOLATION LEVEL READ COMMITTED"
                                : "SET PERSIST transaction_isolation = 'READ-COMMITTED'",
                        "isolation",
                        WARNS,
                        "REPEATABLE-READ",
                        "open just now"),
                new Fault(
                        "UPDATE performance_schema.setup_consumers SET ENABLED = 'NO' WHERE NAME = 'statements_digest'",
                        "UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME IN ('statements_digest')",
                        "statement-times",
                        WARNS,
                        "1 switches off"),
                new Fault(
                        "UPDATE performance_schema.setup_instruments SET TIMED = 'NO' WHERE NAME = 'statement/sql/update'",
                        "UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES' WHERE NAME LIKE 'statement/sql/%'",
                        "statement-times",
                        WARNS,
                        "statement/sql/update")));
        faults.addAll(database.isMariaDb() ? ofMariaDb() : ofMySql());
        return faults;
    }

    private static List<Fault> ofMariaDb() {
        return List.of(
                new Fault(
                        "SET GLOBAL innodb_lock_wait_timeout = 0",
                        "SET GLOBAL innodb_lock_wait_timeout = 10",
                        "lock-wait-timeout",
                        WARNS,
                        "is 0 s",
                        "1205"),
                new Fault("SET GLOBAL read_only = ON", "SET GLOBAL read_only = OFF", "read-only", BLOCKS, "1290"),
                new Fault(
                        "SET GLOBAL rpl_semi_sync_master_enabled = ON",
                        "SET GLOBAL rpl_semi_sync_master_enabled = OFF",
                        "semi-sync",
                        WARNS,
                        "10000 ms"));
    }

    private static List<Fault> ofMySql() {
        return List.of(
                new Fault(
                        "SET GLOBAL log_error_verbosity = 2",
                        "SET PERSIST log_error_verbosity = 3",
                        "log-error-verbosity",
                        WARNS,
                        "is 2"),
                new Fault(
                        "SET GLOBAL super_read_only = ON",
                        "SET GLOBAL super_read_only = OFF; SET GLOBAL read_only = OFF",
                        "read-only",
                        BLOCKS,
                        "1290"));
    }

    /** Only where there is such a thing; with READ COMMITTED it is a note. */
    private static void snapshotIsolation(TestDatabase database) {
        if (database.rows("SHOW GLOBAL VARIABLES LIKE 'innodb_snapshot_isolation'")
                .isEmpty()) {
            assertThat(database.isMariaDb()).isFalse();
            return;
        }
        database.execute("SET GLOBAL innodb_snapshot_isolation = ON");
        Ward.one(Ward.examine(database, "jobs"), "snapshot-isolation", Severity.NOTES, "READ COMMITTED");
        database.execute("SET GLOBAL TRANSACTION ISOLATION LEVEL REPEATABLE READ");
        Ward.one(
                Ward.examine(database, "jobs"),
                "snapshot-isolation",
                WARNS,
                "1020",
                "SET GLOBAL innodb_snapshot_isolation = OFF");
        database.execute(
                "SET GLOBAL innodb_snapshot_isolation = OFF", "SET GLOBAL TRANSACTION ISOLATION LEVEL READ COMMITTED");
        healthy(Ward.examine(database, "jobs"));
    }

    /** A replica that somebody set up, never started, and lets programs write to. */
    private static void replica(TestDatabase database) {
        if (database.isMariaDb()) {
            database.execute("CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = 1, MASTER_USER = 'nobody'");
        } else {
            database.execute(
                    "CHANGE REPLICATION SOURCE TO SOURCE_HOST = '127.0.0.1', SOURCE_PORT = 1, SOURCE_USER = 'nobody'");
        }
        DoctorReport report = Ward.examine(database, "jobs");
        Ward.one(report, "replica-writable", WARNS, "127.0.0.1:1", "connect to the source");
        Ward.one(report, "replica-stopped", WARNS, "receiver No, applier No", "START REPLICA");
        database.execute(database.isMariaDb() ? "RESET SLAVE ALL" : "RESET REPLICA ALL");
        healthy(Ward.examine(database, "jobs"));
    }

    private static void clocks(TestDatabase database) {
        DoctorSettings late =
                DoctorSettings.standard().withClock(Clock.offset(Clock.systemUTC(), Duration.ofSeconds(-30)));
        Ward.one(Ward.examine(database, late, "jobs"), "clock-offset", WARNS, "30.0 s ahead of", "NTP");
    }
}

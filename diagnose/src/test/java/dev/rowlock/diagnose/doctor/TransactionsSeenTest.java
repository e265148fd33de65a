package dev.rowlock.diagnose.doctor;

import static dev.rowlock.diagnose.doctor.Severity.WARNS;
import static java.sql.Connection.TRANSACTION_READ_COMMITTED;
import static java.sql.Connection.TRANSACTION_REPEATABLE_READ;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rowlock.diagnose.fixture.Session;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Transactions that stay open, each with the session to blame. */
@EachServer
final class TransactionsSeenTest {
    private static final Duration LONG = Duration.ofSeconds(1);
    private static final DoctorSettings IMPATIENT = DoctorSettings.standard().withTransactions(LONG, LONG);

    /** The server renews its list of transactions only when nobody has read it for 100 ms. */
    private static final Duration POLL = Duration.ofMillis(150);

    @Test
    void namesAnIdleTransactionWithItsAgeAndWhatItHolds(TestDatabase database) throws SQLException {
        Ward.queue(database, "jobs", 10);
        try (Session forgotten = new Session(database, TRANSACTION_READ_COMMITTED)) {
            forgotten.run("UPDATE jobs SET attempts = 1 WHERE id IN (3, 4)");
            DoctorReport report = seen(database, "idle-transaction", forgotten.id());
            Finding finding = report.findings().stream()
                    .filter(found -> found.id().equals("idle-transaction") && about(found, forgotten.id()))
                    .findFirst()
                    .orElseThrow();
            assertThat(finding.severity()).isEqualTo(WARNS);
            assertThat(finding.what()).contains("'root'", " s and sent nothing for ");
            assertThat(finding.why()).contains("2 changed", "READ COMMITTED");
            assertThat(finding.remedy()).contains("KILL " + forgotten.id());
            assertThat(report.findings())
                    .noneMatch(found -> found.id().equals("old-snapshot") && about(found, forgotten.id()));
        }
    }

    @Test
    void namesALongTransactionThatIsAtWork(TestDatabase database) throws SQLException {
        Ward.queue(database, "jobs", 10);
        try (Session slow = new Session(database, TRANSACTION_READ_COMMITTED);
                Session holder = new Session(database, TRANSACTION_READ_COMMITTED)) {
            holder.run("SELECT id FROM jobs WHERE id = 5 FOR UPDATE");
            slow.run("UPDATE jobs SET attempts = 1 WHERE id = 3").waitIn("UPDATE jobs SET attempts = 1 WHERE id = 5");
            Finding finding = seen(database, "long-transaction", slow.id()).findings().stream()
                    .filter(found -> found.id().equals("long-transaction") && about(found, slow.id()))
                    .findFirst()
                    .orElseThrow();
            holder.rollback();
            assertThat(finding.what()).contains("(LOCK WAIT)");
            assertThat(finding.why()).contains("1 changed");
            assertThat(finding.remedy()).contains("KILL " + slow.id());
        }
    }

    @Test
    void blamesTheSessionWithTheOldestSnapshotForWhatPurgeLeaves(TestDatabase database) throws SQLException {
        Ward.queue(database, "jobs", 10);
        DoctorSettings short0 = IMPATIENT.withHistoryLength(200);
        try (Session report = new Session(database, TRANSACTION_REPEATABLE_READ)) {
            report.run("SELECT COUNT(*) FROM jobs");
            String[] changes = new String[300];
            java.util.Arrays.setAll(changes, change -> "UPDATE jobs SET attempts = " + (change + 1) + " WHERE id = 1");
            database.execute(changes);
            seen(database, "old-snapshot", report.id());
            List<Finding> findings = Ward.examine(database, short0, "jobs").findings();
            assertThat(findings)
                    .filteredOn(found -> found.id().equals("old-snapshot"))
                    .singleElement()
                    .satisfies(found -> {
                        assertThat(found.why()).containsPattern("the history list holds \\d{3,} transactions");
                        assertThat(found.remedy()).contains("KILL " + report.id(), "replica");
                    });
            assertThat(findings)
                    .filteredOn(found -> found.id().equals("purge-lag"))
                    .singleElement()
                    .satisfies(found -> {
                        assertThat(found.what()).containsPattern("purge is \\d{3,} transactions behind");
                        assertThat(found.remedy()).contains("connection " + report.id());
                    });
        }
    }

    private static DoctorReport seen(TestDatabase database, String id, long session) {
        return await().pollInterval(POLL)
                .atMost(Duration.ofSeconds(10))
                .until(
                        () -> Ward.examine(database, IMPATIENT, "jobs"),
                        report -> report.findings().stream()
                                .anyMatch(found -> found.id().equals(id) && about(found, session)));
    }

    private static boolean about(Finding finding, long session) {
        return finding.what().contains("connection " + session + " ");
    }
}

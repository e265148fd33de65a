package dev.rowlock.diagnose.doctor;

import static dev.rowlock.diagnose.doctor.Severity.BLOCKS;
import static dev.rowlock.diagnose.doctor.Severity.NOTES;
import static dev.rowlock.diagnose.doctor.Severity.WARNS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.TableName;
import dev.rowlock.testing.Account;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An account that may do little: what it may not look at is a note, what it needs is a GRANT that works. */
@EachServer
final class RightsTest {
    @Test
    void tellsWhatIsMissingWithTheGrantAndGoesOn(TestDatabase database) {
        Ward.queue(database, "jobs", 10);
        database.execute(
                "CREATE TABLE orders (id INT PRIMARY KEY, v INT) ENGINE = InnoDB", "INSERT INTO orders VALUES (1, 1)");
        try (Account reader = Account.create(database)) {
            database.execute("GRANT SELECT ON " + database.schema() + ".* TO " + reader.name());
            DoctorReport report = examine(reader);
            Ward.one(report, "right-process", WARNS, "GRANT PROCESS ON *.* TO " + reader.name());
            Ward.one(report, "right-replication-slave", NOTES, "GRANT REPLICATION SLAVE");
            Ward.one(report, "open-transactions-not-examined", NOTES, "PROCESS");
            Ward.one(report, "purge-lag-not-examined", NOTES, "PROCESS");
            if (!database.isMariaDb()) {
                Ward.one(
                        report,
                        "right-performance-schema",
                        WARNS,
                        "GRANT SELECT ON performance_schema.* TO " + reader.name());
                Ward.one(report, "statements-not-examined", NOTES, "events_statements_summary_by_digest");
            }
            assertThat(report.findings())
                    .filteredOn(finding -> finding.id().equals("table-rights"))
                    .hasSize(2)
                    .allSatisfy(finding -> {
                        assertThat(finding.severity()).isEqualTo(BLOCKS);
                        assertThat(finding.remedy()).contains("GRANT SELECT, UPDATE ON", reader.name());
                    });
            assertThat(report.blocksGoLive()).isTrue();
            assertThat(report.examinations())
                    .filteredOn(examination -> examination.outcome() == Examination.Outcome.FINE)
                    .hasSizeGreaterThan(8);

            report.findings().stream()
                    .map(Finding::remedy)
                    .filter(remedy -> remedy.startsWith("GRANT "))
                    .distinct()
                    .forEach(database::execute);
            DoctorReport granted = examine(reader);
            assertThat(granted.blocksGoLive()).isFalse();
            assertThat(granted.findings())
                    .noneMatch(finding ->
                            finding.id().startsWith("right-") || finding.id().equals("table-rights"));
        }
    }

    /** The session is given back as it was: its limits and its autocommit. */
    @Test
    void leavesTheSessionAsItWas(TestDatabase database) throws Exception {
        Ward.queue(database, "jobs", 10);
        try (java.sql.Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            String before = limits(database, connection);
            Doctor.of(Connections.lending(connection), DoctorSettings.standard())
                    .examine(List.of(TableName.of("jobs")));
            assertThat(connection.getAutoCommit()).isFalse();
            assertThat(limits(database, connection)).isEqualTo(before);
            assertThat(database.locks(connection).count()).isZero();
            connection.rollback();
        }
    }

    private static DoctorReport examine(Account account) {
        return Doctor.of(account.connections(), DoctorSettings.standard())
                .examine(List.of(TableName.of("jobs"), TableName.of("orders")));
    }

    private static String limits(TestDatabase database, java.sql.Connection connection) throws java.sql.SQLException {
        String limit = database.isMariaDb() ? "@@max_statement_time" : "@@max_execution_time";
        try (java.sql.Statement statement = connection.createStatement();
                java.sql.ResultSet row = statement.executeQuery(
                        "SELECT CONCAT_WS(',', " + limit + ", @@lock_wait_timeout, @@innodb_lock_wait_timeout)")) {
            row.next();
            return row.getString(1);
        }
    }
}

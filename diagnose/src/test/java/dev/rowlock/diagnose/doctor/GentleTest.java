package dev.rowlock.diagnose.doctor;

import static java.sql.Connection.TRANSACTION_READ_COMMITTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.diagnose.fixture.Session;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.TableName;
import dev.rowlock.testing.Account;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A doctor costs a server nothing it feels, waits for nobody long, and does not go on with a server that is gone. */
final class GentleTest {
    /** A table of a hundred thousand rows, and as many looks at it as a person takes: no scan, no long statement. */
    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MYSQL_8_0})
    void readsLittleOfABigTable(TestDatabase database) {
        Ward.queue(database, "jobs", 1_000);
        for (int doubled = 0; doubled < 7; doubled++) {
            database.execute("INSERT INTO jobs (available_at) SELECT available_at FROM jobs");
        }
        assertThat(database.number("SELECT COUNT(*) FROM jobs")).isEqualTo(128_000);
        try (Account account = Account.create(database)) {
            database.execute("GRANT ALL ON *.* TO " + account.name());
            DoctorSettings probing =
                    DoctorSettings.standard().withProbing(Probing.TWO_SESSIONS).withBatchPredicate("payload IS NULL");
            assertThat(Doctor.of(account.connections(), probing)
                            .examine(List.of(TableName.of("jobs")))
                            .blocksGoLive())
                    .isFalse();
            Map<String, ?> cost = database.rows(
                            "SELECT SUM(COUNT_STAR) AS statements, SUM(SUM_ROWS_EXAMINED) AS examined, MAX(MAX_TIMER_WAIT) / 1e9 AS longest"
                                    + " FROM performance_schema.events_statements_summary_by_account_by_event_name WHERE USER = 'u_"
                                    + database.schema() + "'")
                    .get(0);
            assertThat(number(cost, "statements")).isBetween(50L, 150L);
            assertThat(number(cost, "examined"))
                    .as("rows read by all of them, of the server's own tables as well")
                    .isLessThan(20_000);
            assertThat(number(cost, "longest")).as("milliseconds").isLessThan(1_000);
        }
    }

    /** A sample may call what writes; explaining it writes nothing, and the samples after it are explained all the same. */
    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MYSQL_8_0})
    void runsNothingOfTheStatementsItExplains(TestDatabase database) {
        Ward.queue(database, "jobs", 10);
        database.execute(
                "CREATE TABLE audit (n INT) ENGINE = InnoDB",
                "CREATE FUNCTION audited() RETURNS VARCHAR(20) DETERMINISTIC MODIFIES SQL DATA BEGIN INSERT INTO audit VALUES (1); RETURN 'ready'; END",
                "SELECT id FROM jobs WHERE status = audited() LIMIT 1 FOR UPDATE",
                "SELECT id FROM jobs WHERE id = (SELECT COUNT(*) FROM (SELECT audited()) a) FOR UPDATE",
                "SELECT id FROM jobs WHERE status = 'ready' AND payload <> '?' ORDER BY available_at LIMIT 2 FOR UPDATE");
        long before = database.number("SELECT COUNT(*) FROM audit");
        assertThat(before).isPositive();
        DoctorReport report = Ward.examine(database, "jobs");
        assertThat(report.findings())
                .anyMatch(finding -> finding.id().equals("locking-read-index")
                        && finding.what().contains("payload"));
        assertThat(database.number("SELECT COUNT(*) FROM audit")).isEqualTo(before);
    }

    /** Whoever looks at a table waits behind an ALTER TABLE that waits, a year by default. */
    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_SYSTEM})
    void waitsNotLongForATableWhoseDefinitionIsBeingChanged(TestDatabase database) throws SQLException {
        Ward.queue(database, "jobs", 10);
        try (Session reader = new Session(database, TRANSACTION_READ_COMMITTED);
                Session changer = new Session(database, TRANSACTION_READ_COMMITTED)) {
            reader.run("SELECT COUNT(*) FROM jobs");
            changer.run("SET SESSION lock_wait_timeout = 60")
                    .start("ALTER TABLE jobs ADD COLUMN more INT, ALGORITHM = COPY");
            org.awaitility.Awaitility.await()
                    .until(() -> database.number("SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE ID = "
                                    + changer.id() + " AND STATE LIKE 'Waiting for table metadata lock'")
                            == 1);
            DoctorReport report = Ward.examine(database, "jobs");
            reader.rollback();
            assertThat(report.took()).isLessThan(Duration.ofSeconds(15));
            assertThat(report.examinations())
                    .filteredOn(examination -> examination.outcome() == Examination.Outcome.NOT_MADE)
                    .extracting(Examination::id)
                    .containsExactly("claim-statements", "batch-statements");
            Ward.one(report, "claim-statements-not-examined", Severity.NOTES, "1205", "definition");
        }
    }

    /** Ages are of the server's clock, whatever the session's time zone is. */
    @EachServer
    void knowsTheAgeOfATransactionInAnyTimeZone(TestDatabase database) throws SQLException {
        Ward.queue(database, "jobs", 10);
        for (String zone : List.of("+05:00", "-07:00")) {
            try (Session young = new Session(database, TRANSACTION_READ_COMMITTED);
                    Connection connection = database.connect();
                    Statement statement = connection.createStatement()) {
                young.run("UPDATE jobs SET attempts = 1 WHERE id = 3");
                statement.execute("SET SESSION time_zone = '" + zone + "'");
                DoctorReport report = Doctor.of(Connections.lending(connection), DoctorSettings.standard())
                        .examine(List.of(TableName.of("jobs")));
                assertThat(report.findings())
                        .noneMatch(finding -> finding.what().contains("connection " + young.id() + " "));
            }
        }
    }

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void endsWhenTheServerIsLost(TestDatabase database) throws SQLException {
        Ward.queue(database, "jobs", 10);
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                var id = statement.executeQuery("SELECT CONNECTION_ID()")) {
            id.next();
            database.execute("KILL " + id.getLong(1));
            assertThatThrownBy(() -> Doctor.of(Connections.lending(connection), DoctorSettings.standard())
                            .examine(List.of(TableName.of("jobs"))))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            lost -> assertThat(lost.failure()).isEqualTo(Failure.CONNECTION));
        }
    }

    private static long number(Map<String, ?> row, String column) {
        return ((Number) java.util.Objects.requireNonNull(row.get(column))).longValue();
    }
}

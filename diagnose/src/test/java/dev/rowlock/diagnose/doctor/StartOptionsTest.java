package dev.rowlock.diagnose.doctor;

import static dev.rowlock.diagnose.doctor.Severity.NOTES;
import static dev.rowlock.diagnose.doctor.Severity.WARNS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.Account;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.util.stream.IntStream;

/** What can only be broken when a server starts. */
final class StartOptionsTest {
    @EachServer(
            sharing = Sharing.DEDICATED,
            only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4},
            options = {"--innodb-rollback-on-timeout=ON", "--performance-schema=OFF", "--skip-log-bin"})
    void findsWhatTimesOutTooMuchAndWhatCannotBeSeen(TestDatabase database) {
        Ward.queue(database, "jobs", 10);
        DoctorReport report = Ward.examine(database, "jobs");
        Ward.one(report, "rollback-on-timeout", WARNS, "whole transaction", "restart", "waits for rows");
        Ward.one(report, "performance-schema", database.isMariaDb() ? NOTES : WARNS, "P99", "performance_schema = ON");
        Ward.one(report, "binlog-off", NOTES, "collision probe");
        assertThat(report.blocksGoLive()).isFalse();
        assertThat(report.findings()).noneMatch(finding -> finding.id().endsWith("-not-examined"));
    }

    @EachServer(
            sharing = Sharing.DEDICATED,
            only = ServerKind.MYSQL_DEV,
            options = {"--performance-schema-digests-size=100", Ward.ISOLATION})
    void findsADigestTableThatIsFullAndTimesThatDependOnTheUrl(TestDatabase database) {
        Ward.queue(database, "jobs", 10);
        database.execute(IntStream.range(0, 150)
                .mapToObj(column -> "SELECT 1 AS c" + column)
                .toArray(String[]::new));
        Finding finding = Ward.one(
                Ward.examine(database, "jobs"),
                "digests-full",
                WARNS,
                "its 100 rows",
                "added up in one row",
                "performance_schema_digests_size");
        database.execute(finding.remedy().replaceAll(" \\(all figures.*", ""));
        assertThat(Ward.examine(database, "jobs").findings())
                .noneMatch(found -> found.id().equals("digests-full"));

        zones(database);
    }

    /** The usual time zone of a server with seasons, and sessions that another URL puts elsewhere. */
    private static void zones(TestDatabase database) {
        database.execute(
                "INSERT INTO mysql.time_zone (Time_zone_id, Use_leap_seconds) VALUES (9000, 'N')",
                "INSERT INTO mysql.time_zone_name VALUES ('Test/Berlin', 9000)",
                "INSERT INTO mysql.time_zone_transition_type VALUES (9000, 0, 3600, 0, 'CET'), (9000, 1, 7200, 1, 'CEST')",
                "INSERT INTO mysql.time_zone_transition VALUES (9000, 1000000000, 1), (9000, 1900000000, 0)",
                "SET GLOBAL time_zone = 'Test/Berlin'");
        Ward.one(Ward.examine(database, "jobs"), "time-zone", WARNS, "Test/Berlin", "an hour early", "--clock utc");
        database.execute("SET GLOBAL time_zone = '+00:00'");
        assertThat(Ward.examine(database, "jobs").findings())
                .noneMatch(found -> found.id().equals("time-zone") || found.id().equals("session-time-zone"));

        database.execute("SET GLOBAL init_connect = \"SET SESSION time_zone = '+05:00'\"");
        try (Account ordinary = Account.create(database)) {
            database.execute("GRANT ALL ON " + database.schema() + ".* TO " + ordinary.name());
            DoctorReport report =
                    Doctor.of(ordinary.connections(), DoctorSettings.standard()).examine(java.util.List.of());
            Ward.one(report, "session-time-zone", WARNS, "+00:00, this session's +05:00", "time_zone = '+00:00'");
        }
    }
}

package dev.rowlock.diagnose.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.TableName;
import dev.rowlock.testing.TestDatabase;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A queue made as it should be, and what the doctor says about it. */
final class Ward {
    /** What a server needs to be healthy, beside what it has by default. */
    static final String ISOLATION = "--transaction-isolation=READ-COMMITTED";

    static final String PRINT = "--innodb-print-all-deadlocks=ON";
    static final String VERBOSITY = "--loose-log-error-verbosity=3";
    static final String ROWS = "--binlog-format=ROW";
    static final String ZONE = "--default-time-zone=+00:00";
    static final String PERFORMANCE_SCHEMA = "--performance-schema=ON";

    private Ward() {}

    /** A queue without a fault. */
    static void queue(TestDatabase database, String table, int rows) {
        database.execute(
                "CREATE TABLE " + table + " (" + columns()
                        + ", PRIMARY KEY (id), KEY claim (status, available_at, id)) ENGINE = InnoDB",
                fill(table, rows));
    }

    static String columns() {
        return "id BIGINT NOT NULL AUTO_INCREMENT, payload TEXT, status VARCHAR(20) NOT NULL DEFAULT 'ready',"
                + " available_at DATETIME(6) NOT NULL, lease_until DATETIME(6) NULL, claimed_at DATETIME(6) NULL,"
                + " token BIGINT NOT NULL DEFAULT 0, owner VARCHAR(100) NULL, attempts INT NOT NULL DEFAULT 0,"
                + " last_error VARCHAR(1000) NULL";
    }

    static String fill(String table, int rows) {
        return "INSERT INTO " + table + " (id, available_at) VALUES "
                + IntStream.rangeClosed(1, rows)
                        .mapToObj(id -> "(" + id + ", '2020-01-01')")
                        .collect(Collectors.joining(","));
    }

    static DoctorReport examine(TestDatabase database, String... tables) {
        return examine(database, DoctorSettings.standard(), tables);
    }

    static DoctorReport examine(TestDatabase database, DoctorSettings settings, String... tables) {
        List<TableName> names = Arrays.stream(tables).map(TableName::of).toList();
        return Doctor.of(database.dataSource(), settings).examine(names);
    }

    /** What is more than a note. */
    static List<Finding> serious(DoctorReport report) {
        return report.findings().stream()
                .filter(finding -> finding.severity() != Severity.NOTES)
                .toList();
    }

    /** The one finding of that kind, with everything that has to be in it. */
    static Finding one(DoctorReport report, String id, Severity severity, String... advice) {
        assertThat(report.findings().stream().filter(finding -> finding.id().equals(id)))
                .as("%s in %s", id, report.findings())
                .hasSize(1);
        Finding found = report.findings().stream()
                .filter(finding -> finding.id().equals(id))
                .findFirst()
                .orElseThrow();
        assertThat(found.severity()).as("%s", found).isEqualTo(severity);
        assertThat(found.what() + "\n" + found.why() + "\n" + found.remedy()).contains(advice);
        assertThat(List.of(found.what(), found.why(), found.remedy(), found.rule(), found.about()))
                .noneMatch(String::isBlank);
        return found;
    }
}

package dev.rowlock.diagnose.doctor;

import static dev.rowlock.diagnose.doctor.Severity.WARNS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.testing.TestDatabase;
import java.util.List;

/** Statements that programs should not send, and some that look alike and are right. */
final class SeenStatements {
    private static final List<String> RIGHT = List.of(
            "SELECT COUNT(*) FROM jobs WHERE status = 'ready'",
            "SELECT id FROM jobs WHERE id = 3 FOR UPDATE",
            "SELECT id FROM jobs WHERE id BETWEEN 5 AND 50 AND status = 'ready' ORDER BY id FOR UPDATE SKIP LOCKED",
            "SELECT id, status FROM jobs FORCE INDEX (PRIMARY) WHERE id > 5 ORDER BY id LIMIT 10 FOR UPDATE SKIP LOCKED",
            "UPDATE jobs SET status = 'ready' WHERE id IN (1, 2, 3) AND status = 'ready'",
            "UPDATE jobs SET status = 'ready' WHERE id = 1");

    private SeenStatements() {}

    static void examine(TestDatabase database) {
        database.execute("CREATE TABLE customers (id BIGINT PRIMARY KEY, name VARCHAR(20)) ENGINE = InnoDB");
        database.execute(RIGHT.toArray(String[]::new));
        assertThat(Ward.serious(Ward.examine(database, "jobs"))).isEmpty();

        database.execute("SELECT SUM(attempts) FROM jobs WHERE status = 'ready' FOR UPDATE SKIP LOCKED");
        Ward.one(
                Ward.examine(database, "jobs"),
                "skip-locked-aggregate",
                WARNS,
                "SUM",
                "ran 1 times",
                "count without a lock");

        database.execute(
                "SELECT j.id FROM jobs j JOIN customers c ON c.id = j.id WHERE j.status = 'ready' ORDER BY j.id LIMIT 5 FOR UPDATE SKIP LOCKED");
        Ward.one(Ward.examine(database, "jobs"), "skip-locked-join", WARNS, "JOIN", "after the commit");

        database.execute("SELECT id FROM jobs WHERE status = 'nothing' FOR UPDATE SKIP LOCKED");
        Ward.one(Ward.examine(database, "jobs"), "skip-locked-unlimited", WARNS, "ran 1 times", "LIMIT");

        database.execute("UPDATE jobs SET last_error = 'x' WHERE id IN (1, 2, 3)");
        Ward.one(
                Ward.examine(database, "jobs"),
                "update-without-compare",
                WARNS,
                "IN (...)",
                "3.0 changed each time",
                "AND status = ");

        long before = Ward.serious(Ward.examine(database, "jobs")).size();
        database.execute(
                "SELECT id FROM jobs WHERE status = 'ready' AND available_at <= NOW(6) ORDER BY available_at, id LIMIT 10 FOR UPDATE SKIP LOCKED");
        DoctorReport report = Ward.examine(database, "jobs");
        if (database.isMariaDb()) {
            assertThat(Ward.serious(report)).as("no samples to explain").hasSize((int) before);
        } else {
            Ward.one(
                    report,
                    "locking-read-index",
                    WARNS,
                    "along index claim",
                    "index lock of each row it skipped",
                    "FORCE INDEX (PRIMARY)");
        }
        assertThat(report.blocksGoLive()).isFalse();
    }
}

package dev.rowlock.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.claim.fixture.SampleQueue;
import dev.rowlock.claim.fixture.SampleTables;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tables that are narrower or odder than the protocol would like. */
@EachServer
final class TableFitTest {
    private static LeaseTable open(TestDatabase database, LeaseSettings settings) {
        return LeaseTable.open(Transactions.of(database.dataSource()), TableLayout.of("jobs"), settings);
    }

    private static LeaseTable create(TestDatabase database, String columns) {
        database.execute(
                "CREATE TABLE jobs (id INT PRIMARY KEY, status VARCHAR(10) NOT NULL, lease_until DATETIME(6), "
                        + columns + ", KEY (status, id))",
                "INSERT INTO jobs (id, status) VALUES (1, 'ready'), (2, 'ready')");
        return open(database, SampleQueue.SETTINGS);
    }

    @Test
    void aReasonIsCutToWhatItsColumnHolds(TestDatabase database) {
        LeaseTable leases = create(database, "last_error VARCHAR(5) CHARACTER SET utf8mb4, attempts INT");
        Lease lease = leases.claim(1).leases().get(0);
        assertThat(leases.fail(lease, "\uD83D\uDE00\uD83D\uDE00\uD83D\uDE00abcdef"))
                .isInstanceOf(Verdict.Applied.class);
        assertThat(database.column("SELECT last_error FROM jobs WHERE id = 1"))
                .containsExactly("\uD83D\uDE00\uD83D\uDE00\uD83D\uDE00ab");
    }

    @Test
    void aLongReasonFitsEveryKindOfText(TestDatabase database) {
        for (String type : List.of("TINYTEXT", "TEXT", "CHAR(10)", "VARCHAR(2000) CHARACTER SET latin1")) {
            LeaseTable leases = create(database, "last_error " + type + ", attempts INT");
            Lease lease = leases.claim(1).leases().get(0);
            assertThat(leases.fail(lease, "€".repeat(100_000))).isInstanceOf(Verdict.Applied.class);
            assertThat(database.number("SELECT CHAR_LENGTH(last_error) FROM jobs WHERE id = 1"))
                    .as(type)
                    .isGreaterThan(9);
            database.execute("DROP TABLE jobs");
        }
    }

    /** An error here would leave the row with a holder who has given it up, and fail the reclaim of all others. */
    @Test
    void aReasonThatItsColumnCannotSpellIsKeptWithQuestionMarks(TestDatabase database) {
        for (String charset : List.of("latin1", "ascii", "utf8mb3")) {
            LeaseTable leases = create(database, "last_error VARCHAR(20) CHARACTER SET " + charset + ", attempts INT");
            Lease lease = leases.claim(1).leases().get(0);
            assertThat(leases.fail(lease, "a\uD83D\uDE00b")).as(charset).isInstanceOf(Verdict.Applied.class);
            assertThat(database.column("SELECT last_error FROM jobs WHERE id = 1"))
                    .containsExactly("a?b");
            database.execute("UPDATE jobs SET status = 'processing', lease_until = '2020-01-01'");
            assertThat(leases.reclaim(10).count()).isEqualTo(2);
            database.execute("DROP TABLE jobs");
        }
    }

    @Test
    void anOwnerIsCutToWhatItsColumnHolds(TestDatabase database) {
        create(database, "owner CHAR(6)");
        LeaseTable leases = open(database, SampleQueue.SETTINGS.withOwner("worker-\uD83D\uDE00-17"));
        List<Lease> claimed = leases.claim(2).leases();
        assertThat(database.column("SELECT DISTINCT owner FROM jobs")).containsExactly("worker");
        assertThat(leases.complete(claimed)).hasOnlyElementsOfType(Verdict.Applied.class);
    }

    /** A row that nobody gives up is counted as far as its column can, and does not make all statements fail. */
    @Test
    void attemptsStopAtWhatTheirColumnHolds(TestDatabase database) {
        database.execute(
                "CREATE TABLE jobs (id INT PRIMARY KEY, status ENUM('ready', 'processing', 'done') NOT NULL,"
                        + " lease_until DATETIME(6), attempts TINYINT NOT NULL DEFAULT 126, KEY (status, id))",
                "INSERT INTO jobs (id, status) VALUES (1, 'ready'), (2, 'ready')");
        LeaseTable leases = open(database, SampleQueue.SETTINGS);
        for (int round = 0; round < 2; round++) {
            assertThat(leases.fail(((TargetedClaim.Claimed) leases.claim(RowKey.of(1))).lease(), "boom"))
                    .isInstanceOf(Verdict.Applied.class);
            assertThat(leases.claim(RowKey.of(2))).isInstanceOf(TargetedClaim.Claimed.class);
            database.execute("UPDATE jobs SET lease_until = '2020-01-01' WHERE id = 2");
            assertThat(leases.reclaim(10).count()).isEqualTo(1);
            assertThat(database.column("SELECT attempts FROM jobs")).containsExactly("127", "127");
        }
    }

    @Test
    void anAttemptLimitThatCannotBeCountedIsRefused(TestDatabase database) {
        create(database, "attempts TINYINT NOT NULL DEFAULT 0");
        assertThatThrownBy(() -> open(database, SampleQueue.SETTINGS.withMaxAttempts(200)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("the attempt limit of 200 is more than")
                .hasMessageContaining("give a limit of at most 127");
    }

    @Test
    void aColumnThatEveryUpdateSetsIsRefused(TestDatabase database) {
        assertThatThrownBy(() -> create(
                        database,
                        "claimed_at TIMESTAMP(6) NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6)"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("column claimed_at that every UPDATE of a row sets to the current time")
                .hasMessageContaining("MODIFY `claimed_at` timestamp(6) NULL");
        // The statement of the message mends it.
        database.execute("ALTER TABLE jobs MODIFY `claimed_at` timestamp(6) NULL");
        LeaseTable leases = open(database, SampleQueue.SETTINGS);
        Lease renewed = leases.extend(leases.claim(1).leases().get(0)).lease();
        assertThat(leases.complete(renewed)).isInstanceOf(Verdict.Applied.class);
    }

    /** A partitioned table needs the partition's column in its key. */
    @Test
    void aPartitionedTableIsWorkedLikeAnyOther(TestDatabase database) {
        database.execute(
                "CREATE TABLE jobs (id INT NOT NULL, status VARCHAR(10) NOT NULL, available_at DATETIME NOT NULL,"
                        + " lease_until DATETIME(6), attempts INT NOT NULL DEFAULT 0, PRIMARY KEY (id, available_at),"
                        + " KEY (status, available_at, id))"
                        + " PARTITION BY RANGE COLUMNS (available_at) (PARTITION a VALUES LESS THAN ('2020-02-01'),"
                        + " PARTITION b VALUES LESS THAN ('2020-03-01'), PARTITION c VALUES LESS THAN (MAXVALUE))",
                "INSERT INTO jobs (id, status, available_at) VALUES (3, 'ready', '2020-01-15'),"
                        + " (2, 'ready', '2020-02-15'), (1, 'ready', '2020-03-15')");
        LeaseTable leases = open(database, SampleQueue.SETTINGS);
        List<Lease> claimed = leases.claim(2).leases();
        assertThat(claimed)
                .extracting(Lease::key)
                .containsExactly(RowKey.of(3, "2020-01-15 00:00:00"), RowKey.of(2, "2020-02-15 00:00:00"));
        assertThat(leases.extend(claimed.get(0))).isInstanceOf(Verdict.Applied.class);
        assertThat(leases.release(claimed.get(1), Duration.ofDays(1))).isInstanceOf(Verdict.Applied.class);
        assertThat(leases.claim(2).leases())
                .extracting(Lease::key)
                .containsExactly(RowKey.of(1, "2020-03-15 00:00:00"));
        assertThat(database.column("SELECT status FROM jobs ORDER BY id"))
                .containsExactly("processing", "ready", "processing");
    }

    @Test
    void aDelayHasBounds(TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, SampleTables.jobQueue(), 1);
        Lease lease = queue.claimOne();
        assertThatThrownBy(() -> queue.leases().release(lease, Duration.ofSeconds(-1)))
                .isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> queue.leases().release(lease, Duration.ofDays(200_000)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("between 0 and 3650 days");
        assertThat(queue.leases().release(lease, Duration.ofDays(3650))).isInstanceOf(Verdict.Applied.class);
        assertThat(queue.statusOf(1)).isEqualTo("ready");
    }
}

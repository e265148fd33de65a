package dev.rowlock.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.claim.fixture.SampleQueue;
import dev.rowlock.claim.fixture.SampleTable;
import dev.rowlock.claim.fixture.SampleTables;
import dev.rowlock.mysql.SessionState;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How many statements and commits each operation costs, pinned: they are what a job costs the server besides its rows. */
@EachServer
final class StatementCountTest {
    private static final SampleTable SAMPLE = SampleTables.jobQueue();

    private record Counted(TestDatabase database) {
        /** Statements of an operation that is one transaction; on sessions whose isolation level is set already. */
        void costs(int statements, Runnable operation) {
            costs(statements, 1, operation);
        }

        void costs(int statements, int commits, Runnable operation) {
            database.resetCounts();
            operation.run();
            assertThat(database.statements()).isEqualTo(statements);
            assertThat(database.commits()).isEqualTo(commits);
            assertThat(database.rollbacks()).isZero();
            assertThat(database.connectionsOpened()).isEqualTo(commits);
        }
    }

    private static LeaseTable open(TestDatabase database) {
        return LeaseTable.open(
                Transactions.of(database.dataSource()).sessions(SessionState.READ_COMMITTED),
                SAMPLE.layout(),
                SampleQueue.SETTINGS);
    }

    @Test
    void aHundredJobsCostFiveStatementsAndTwoCommits(TestDatabase database) {
        SAMPLE.create(database);
        SAMPLE.fill(database, 1, 300);
        LeaseTable leases = open(database);
        Counted counted = new Counted(database);
        List<Lease> claimed = new ArrayList<>();
        counted.costs(3, () -> claimed.addAll(leases.claim(100).leases()));
        assertThat(claimed).hasSize(100);
        counted.costs(2, () -> leases.complete(claimed));
        counted.costs(3, () -> assertThat(leases.claim(100).leases()).hasSize(100));
        // From here on all rows share one time: those left of it, then later ones.
        database.execute("UPDATE job_queue SET available_at = '2020-01-02' WHERE id > 200");
        counted.costs(3, () -> assertThat(leases.claim(60).leases()).hasSize(60));
        SAMPLE.fill(database, 100_000, 100_060);
        counted.costs(4, () -> assertThat(leases.claim(60).leases()).hasSize(60));
    }

    /** A list of keys is at most 500 long, so that it stays a range of the index on every server. */
    @Test
    void aThousandJobsCostNineStatements(TestDatabase database) {
        SAMPLE.create(database);
        SAMPLE.fillLarge(database, 1_000);
        LeaseTable leases = open(database);
        Counted counted = new Counted(database);
        List<Lease> claimed = new ArrayList<>();
        database.resetCounts();
        claimed.addAll(leases.claim(1_000).leases());
        assertThat(database.statements())
                .as("candidates, and two lists locked and written")
                .isBetween(5L, 6L);
        assertThat(claimed).hasSize(1_000);
        counted.costs(4, () -> leases.complete(claimed));
    }

    @Test
    void whatHoldersWriteCostsALockAndAWrite(TestDatabase database) {
        SAMPLE.create(database);
        SAMPLE.fill(database, 1, 100);
        LeaseTable leases = open(database);
        Counted counted = new Counted(database);
        List<Lease> claimed = new ArrayList<>(leases.claim(100).leases());
        List<Lease> renewed = new ArrayList<>();
        counted.costs(2, () -> leases.extend(claimed).forEach(verdict -> renewed.add(verdict.lease())));
        counted.costs(2, () -> leases.release(renewed.subList(0, 50), Duration.ZERO));
        counted.costs(2, () -> leases.release(renewed.subList(50, 60), Duration.ofSeconds(1)));
        counted.costs(2, () -> leases.complete(renewed.subList(60, 70)));
        counted.costs(1, () -> leases.complete(renewed.get(70)));
        counted.costs(1, () -> leases.release(renewed.get(71), Duration.ZERO));
        counted.costs(2, () -> leases.fail(renewed.get(72), "boom"));
        counted.costs(2, () -> leases.complete(renewed.get(70)));
        counted.costs(0, 0, () -> leases.complete(List.of()));
    }

    /** Each has a reason and a pause of its own; fifty at a time, so that none stays locked for long. */
    @Test
    void aFailureIsAStatementAndFiftyAreATransaction(TestDatabase database) {
        SAMPLE.create(database);
        SAMPLE.fill(database, 1, 120);
        LeaseTable leases = open(database);
        List<Failed> failures = leases.claim(120).leases().stream()
                .map(lease -> new Failed(lease, "boom"))
                .toList();
        new Counted(database)
                .costs(
                        120 + 3,
                        3,
                        () -> assertThat(leases.fail(failures))
                                .hasSize(120)
                                .hasOnlyElementsOfType(Verdict.Applied.class));
        assertThat(database.number("SELECT COUNT(*) FROM job_queue WHERE attempts = 1 AND status = 'ready'"))
                .isEqualTo(120);
    }

    @Test
    void otherOperations(TestDatabase database) {
        SAMPLE.create(database);
        SAMPLE.fill(database, 1, 20);
        LeaseTable leases = open(database);
        Counted counted = new Counted(database);
        counted.costs(2, () -> leases.claim(RowKey.of(20)));
        counted.costs(1, () -> leases.claim(RowKey.of(20)));
        counted.costs(1, () -> leases.claim(RowKey.of(999)));
        counted.costs(1, () -> leases.reclaim(10));
        leases.claim(10);
        database.execute("UPDATE job_queue SET lease_until = '2020-01-01' WHERE status = 'processing'");
        counted.costs(3, () -> assertThat(leases.reclaim(10).count()).isEqualTo(10));
        counted.costs(1, leases::oldestReady);
        counted.costs(1, leases::isAnyDue);
    }
}

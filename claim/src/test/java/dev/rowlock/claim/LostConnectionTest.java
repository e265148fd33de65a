package dev.rowlock.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.claim.fixture.SampleQueue;
import dev.rowlock.claim.fixture.SampleTable;
import dev.rowlock.claim.fixture.SampleTables;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.SentStatement;
import dev.rowlock.testing.TestDatabase;
import dev.rowlock.testing.Watch;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** KILL before each statement of each operation in turn, COMMIT among them: the operation is run again, and nothing happens twice. */
@EachServer
final class LostConnectionTest {
    /** Kills the connection on which the n-th statement from now on is about to be sent. */
    private static final class Killer implements Watch {
        private final TestDatabase database;
        private int toGo;

        Killer(TestDatabase database) {
            this.database = database;
        }

        void arm(int statement) {
            toGo = statement;
        }

        boolean happened() {
            return toGo <= 0;
        }

        @Override
        public void before(SentStatement statement, Connection connection) throws SQLException {
            if (--toGo != 0) {
                return;
            }
            try (Statement ask = connection.createStatement();
                    ResultSet row = ask.executeQuery("SELECT CONNECTION_ID()")) {
                row.next();
                database.execute("KILL " + row.getLong(1));
            }
        }
    }

    /** In which state an operation finds the rows. */
    private enum Start {
        READY,
        CLAIMED,
        EXPIRED
    }

    /** Each round has new rows, behind the old ones in the claim's order. */
    private static final class Work {
        private final TestDatabase database;
        private final SampleTable sample;
        private final Killer killer;
        private final LeaseTable leases;
        private int rows;

        Work(TestDatabase database, SampleTable sample) {
            sample.create(database);
            this.database = database;
            this.sample = sample;
            this.killer = new Killer(database);
            this.leases = SampleQueue.open(Connections.to(database).watched(killer), sample);
        }

        /** Runs it again and again, killed at the first, second ... statement, until it has no more. */
        void killedEverywhere(String what, Start start, BiConsumer<LeaseTable, List<Lease>> operation, Runnable check) {
            for (int statement = 1; ; statement++) {
                database.execute("DELETE FROM " + sample.table());
                sample.fill(database, rows + 1, rows + 4);
                rows += 4;
                List<Lease> claimed =
                        start == Start.READY ? List.of() : leases.claim(4).leases();
                if (start == Start.EXPIRED) {
                    database.execute("UPDATE " + sample.table() + " SET lease_until = NOW() - INTERVAL 1 HOUR");
                }
                killer.arm(statement);
                operation.accept(leases, claimed);
                boolean killed = killer.happened();
                killer.arm(0);
                check.run();
                if (!killed) {
                    assertThat(statement).as(what).isGreaterThan(3);
                    return;
                }
            }
        }

        void expect(String column, String value) {
            assertThat(database.column("SELECT DISTINCT " + column + " FROM " + sample.table()))
                    .containsExactly(value);
            assertThat(database.number("SELECT COUNT(*) FROM " + sample.table()))
                    .isEqualTo(4);
        }
    }

    static List<SampleTable> samples() {
        return List.of(SampleTables.jobQueue(), SampleTables.fullyEquipped());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everyOperationSurvivesAKillAtEveryStatement(SampleTable sample, TestDatabase database) {
        Work work = new Work(database, sample);
        work.killedEverywhere(
                "claim",
                Start.READY,
                (leases, claimed) -> {
                    List<Lease> mine = leases.claim(4).leases();
                    assertThat(mine).hasSize(4);
                    assertThat(mine).extracting(Lease::attempt).containsOnly(1);
                },
                () -> work.expect("status", "processing"));
        work.killedEverywhere(
                "targeted claim",
                Start.READY,
                (leases, claimed) ->
                        assertThat(leases.claim(sample.rowKey(work.rows))).isInstanceOf(TargetedClaim.Claimed.class),
                () -> assertThat(sample.statusOf(database, work.rows)).isEqualTo("processing"));
        work.killedEverywhere(
                "extend",
                Start.CLAIMED,
                (leases, claimed) -> assertThat(leases.extend(claimed)).hasOnlyElementsOfType(Verdict.Applied.class),
                () -> work.expect("status", "processing"));
        work.killedEverywhere(
                "complete",
                Start.CLAIMED,
                (leases, claimed) -> assertThat(leases.complete(claimed)).hasOnlyElementsOfType(Verdict.Applied.class),
                () -> work.expect("status", "done"));
        work.killedEverywhere(
                "release",
                Start.CLAIMED,
                (leases, claimed) ->
                        assertThat(leases.release(claimed, Duration.ZERO)).hasOnlyElementsOfType(Verdict.Applied.class),
                () -> work.expect("CONCAT(status, attempts)", "ready0"));
        work.killedEverywhere(
                "fail",
                Start.CLAIMED,
                (leases, claimed) -> assertThat(leases.fail(claimed.stream()
                                .map(lease -> new Failed(lease, "boom"))
                                .toList()))
                        .hasOnlyElementsOfType(Verdict.Applied.class),
                () -> work.expect("CONCAT(status, attempts)", "ready1"));
        work.killedEverywhere(
                "reclaim",
                Start.EXPIRED,
                (leases, claimed) -> leases.reclaim(10),
                () -> work.expect("CONCAT(status, attempts)", "ready1"));
    }
}

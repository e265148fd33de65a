package dev.rowlock.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.claim.fixture.SampleQueue;
import dev.rowlock.claim.fixture.SampleTable;
import dev.rowlock.claim.fixture.SampleTables;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.KeptConnections;
import dev.rowlock.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions and drivers that are set up in other ways than ours: the protocol is the same on them. */
@EachServer
final class SessionsTest {
    private static final String ALL = "dev.rowlock.claim.fixture.SampleTables#all";

    /** With it the driver counts changed rows, not rows found: a write that keeps a value would look like a lost lease (facts 3.7). */
    @ParameterizedTest
    @MethodSource(ALL)
    void driversThatCountChangedRows(SampleTable sample, TestDatabase database) {
        walk(sample, database, Connections.withOption("useAffectedRows=true", database));
    }

    /** The server then knows parameters by type only when it plans, and answers in binary. */
    @ParameterizedTest
    @MethodSource(ALL)
    void driversThatPrepareOnTheServer(SampleTable sample, TestDatabase database) {
        walk(sample, database, Connections.withOption("useServerPrepStmts=true", database));
    }

    @ParameterizedTest
    @MethodSource("dev.rowlock.claim.fixture.SampleTables#main")
    void sqlModesOfAllKinds(SampleTable sample, TestDatabase database) {
        for (String mode : List.of("", "ANSI", "TRADITIONAL,NO_BACKSLASH_ESCAPES,PAD_CHAR_TO_FULL_LENGTH")) {
            walk(sample, database, Connections.to(database).after("SET sql_mode = '" + mode + "'"));
            database.execute("DROP TABLE " + sample.table());
        }
    }

    @ParameterizedTest
    @MethodSource("dev.rowlock.claim.fixture.SampleTables#main")
    void sessionsInAnotherTimeZone(SampleTable sample, TestDatabase database) {
        for (String zone : List.of("-12:00", "+13:00")) {
            walk(sample, database, Connections.to(database).after("SET time_zone = '" + zone + "'"));
            database.execute("DROP TABLE " + sample.table());
        }
    }

    /** Pools give out connections as they came back: in a transaction's isolation level, or with autocommit off. */
    @Test
    void connectionsAsAPoolGivesThem(TestDatabase database) throws SQLException {
        try (KeptConnections pool = new KeptConnections(database)) {
            walk(SampleTables.fullyEquipped(), database, pool);
            database.execute("DROP TABLE jobs");
            walk(SampleTables.fullyEquipped(), database, pool.after("SET autocommit = 0"));
        }
    }

    private static void walk(SampleTable sample, TestDatabase database, Connections connections) {
        sample.create(database);
        sample.fill(database, 1, 9);
        LeaseTable leases = SampleQueue.open(connections, sample);
        List<Lease> claimed = new ArrayList<>();
        for (int rows : new int[] {2, 1, 4}) {
            List<Lease> some = leases.claim(rows).leases();
            assertThat(some).hasSize(rows);
            claimed.addAll(some);
        }
        assertThat(claimed).extracting(Lease::key).doesNotHaveDuplicates();
        assertThat(leases.claim(sample.rowKey(9)))
                .isInstanceOfSatisfying(TargetedClaim.Claimed.class, answer -> claimed.add(answer.lease()));
        assertThat(leases.claim(sample.rowKey(9))).isInstanceOf(TargetedClaim.NotReady.class);

        List<Lease> renewed = leases.extend(claimed).stream()
                .map(verdict -> {
                    assertThat(verdict).isInstanceOf(Verdict.Applied.class);
                    return verdict.lease();
                })
                .toList();
        Verdict again = leases.extend(renewed.get(0));
        assertThat(again).isInstanceOf(Verdict.Applied.class);
        assertThat(leases.release(again.lease(), Duration.ZERO)).isInstanceOf(Verdict.Applied.class);
        assertThat(leases.release(renewed.subList(1, 3), Duration.ofDays(1)))
                .hasOnlyElementsOfType(Verdict.Applied.class);
        assertThat(leases.fail(renewed.get(3), "boom")).isInstanceOf(Verdict.Applied.class);
        assertThat(leases.complete(renewed.get(4))).isInstanceOf(Verdict.Applied.class);
        assertThat(leases.complete(renewed.subList(5, 8))).hasOnlyElementsOfType(Verdict.Applied.class);
        assertThat(leases.complete(renewed.subList(3, 8))).hasOnlyElementsOfType(Verdict.Lost.class);
        if (sample.knowsExpiry()) {
            assertThat(leases.reclaim(10).count()).isZero();
        }
        assertThat(leases.isAny(LeaseState.PROCESSING)).isFalse();
        assertThat(leases.isAnyDue()).isTrue();
    }
}

package dev.rowlock.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.claim.fixture.OtherSession;
import dev.rowlock.claim.fixture.SampleQueue;
import dev.rowlock.claim.fixture.SampleTable;
import dev.rowlock.claim.fixture.SampleTables;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rule A6: rows of holders that are gone come back, each time with one more attempt counted, and not for ever. */
@EachServer
final class ReclaimTest {
    private static final String EXPIRING = "dev.rowlock.claim.fixture.SampleTables#expiring";

    @ParameterizedTest
    @MethodSource(EXPIRING)
    void takesRowsOfHoldersThatAreGoneAndGivesThemUpAtTheLimit(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 3);
        queue.claim(2);
        assertThat(queue.leases().reclaim(10).count()).isZero();

        queue.passTheLease();
        Lease young = queue.claimOne();
        Reclaimed first = queue.leases().reclaim(10);
        assertThat(first.ready()).containsExactlyInAnyOrderElementsOf(queue.keys(1, 2));
        assertThat(first.dead()).isEmpty();
        assertThat(queue.statusOf(1)).isEqualTo(sample.status().ready());
        assertThat(queue.statusOf(3)).isEqualTo(sample.status().processing());
        assertThat(queue.leases().reclaim(10).count()).isZero();
        told(queue, "1", "the lease ended before the work did");

        List<Lease> again = queue.claim(2);
        assertThat(again).extracting(Lease::attempt).containsOnly(sample.has(ColumnRole.ATTEMPTS) ? 2 : 1);
        assertThat(queue.leases().complete(young)).isInstanceOf(Verdict.Applied.class);
        queue.passTheLease();
        Reclaimed second = queue.leases().reclaim(10);
        boolean givenUp = sample.keepsAttemptLimit();
        assertThat(givenUp ? second.dead() : second.ready()).containsExactlyInAnyOrderElementsOf(queue.keys(1, 2));
        assertThat(second.count()).isEqualTo(2);
        told(
                queue,
                "2",
                givenUp ? "the lease ended before the work did, at th" : "the lease ended before the work did");
    }

    private static void told(SampleQueue queue, String attempts, String reason) {
        if (queue.sample().has(ColumnRole.ATTEMPTS)) {
            assertThat(queue.sample().value(queue.database(), ColumnRole.ATTEMPTS, 1))
                    .isEqualTo(attempts);
        }
        if (queue.sample().has(ColumnRole.LAST_ERROR)) {
            assertThat(queue.sample().value(queue.database(), ColumnRole.LAST_ERROR, 1))
                    .startsWith(reason.substring(0, Math.min(reason.length(), 40)));
        }
        if (queue.sample().has(ColumnRole.OWNER)) {
            assertThat(queue.sample().value(queue.database(), ColumnRole.OWNER, 1))
                    .isNotEqualTo("x");
        }
    }

    @ParameterizedTest
    @MethodSource("dev.rowlock.claim.fixture.SampleTables#main")
    void aHolderThatIsFinishingRightNowKeepsItsRow(SampleTable sample, TestDatabase database) throws SQLException {
        SampleQueue queue = SampleQueue.create(database, sample, 2);
        queue.claim(2);
        queue.passTheLease();
        try (OtherSession finishing = queue.hold(1)) {
            assertThat(queue.leases().reclaim(10).ready()).isEqualTo(queue.keys(2, 2));
            finishing.run("UPDATE " + sample.table() + " SET status = 'done' WHERE id = 1");
            finishing.commit();
        }
        assertThat(queue.leases().reclaim(10).count()).isZero();
        assertThat(queue.statusOf(1)).isEqualTo("done");
    }

    @ParameterizedTest
    @MethodSource("dev.rowlock.claim.fixture.SampleTables#main")
    void expiredRowsThatOthersHoldDoNotHideTheRest(SampleTable sample, TestDatabase database) throws SQLException {
        SampleQueue queue = SampleQueue.create(database, sample, 8);
        queue.claim(8);
        queue.passTheLease();
        try (OtherSession other = queue.hold(1, 2, 3, 4, 5)) {
            assertThat(queue.leases().reclaim(1).ready()).isEqualTo(queue.keys(6, 6));
            assertThat(queue.leases().reclaim(2).ready()).isEqualTo(queue.keys(7, 8));
            assertThat(queue.leases().reclaim(2).count()).isZero();
        }
        assertThat(queue.leases().reclaim(10).ready()).isEqualTo(queue.keys(1, 5));
    }

    @ParameterizedTest
    @MethodSource("dev.rowlock.claim.fixture.SampleTables#main")
    void takesNoMoreThanWasAskedFor(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 5);
        queue.claim(5);
        queue.passTheLease();
        assertThat(queue.leases().reclaim(2).count()).isEqualTo(2);
        assertThat(queue.leases().reclaim(2).count()).isEqualTo(2);
        assertThat(queue.leases().reclaim(2).count()).isEqualTo(1);
    }

    /** The moment of the end itself still belongs to the holder. */
    @Test
    void aLeaseEndsAfterItsLastMicrosecond(TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, SampleTables.microseconds(), 1);
        Lease lease = queue.claimOne();
        queue.time().advance(SampleQueue.LEASE);
        assertThat(queue.leases().reclaim(1).count()).isZero();
        assertThat(queue.leases().extend(lease)).isInstanceOf(Verdict.Applied.class);
        queue.time().advance(SampleQueue.LEASE.plus(Duration.ofNanos(1000)));
        assertThat(queue.leases().reclaim(1).count()).isEqualTo(1);
    }

    @Test
    void aTableThatCannotTellWhoIsGoneIsRefused(TestDatabase database) {
        LeaseTable leases =
                SampleQueue.create(database, SampleTables.statusOnly(), 1).leases();
        assertThatThrownBy(() -> leases.reclaim(1))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("neither a lease_until nor a claimed_at column")
                .hasMessageContaining("ADD COLUMN `lease_until` DATETIME(6) NULL");
    }
}

package dev.rowlock.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.claim.fixture.DatabaseTime;
import dev.rowlock.claim.fixture.SampleQueue;
import dev.rowlock.claim.fixture.SampleTable;
import dev.rowlock.claim.fixture.SampleTables;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a claim writes grows with every claim, and rounding never shortens a lease or postpones a row (facts 1.8, 3.7). */
@EachServer
final class StampsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    public static Stream<SampleTable> samples() {
        return Stream.of(
                SampleTables.jobQueue(),
                SampleTables.taskQueue(),
                SampleTables.timestamps(),
                SampleTables.microseconds(),
                SampleTables.narrow(),
                SampleTables.fullyEquipped());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void noTwoClaimsOfARowHaveTheSameFence(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 1);
        List<Fence> fences = new ArrayList<>();
        for (Duration step : List.of(
                Duration.ZERO, Duration.ZERO, Duration.ofNanos(1000), SECOND, Duration.ofHours(-2), Duration.ZERO)) {
            queue.time().advance(step);
            Lease lease = queue.claimOne();
            fences.add(lease.fence());
            assertThat(queue.leases().release(lease, Duration.ZERO)).isInstanceOf(Verdict.Applied.class);
        }
        // A manual retry counts nothing and forgets the times, which are the fence where there is no token.
        if (sample.has(ColumnRole.TOKEN)) {
            sample.update(database, 1, "attempts = 0, lease_until = NULL");
            fences.add(queue.claimOne().fence());
        }
        for (int later = 1; later < fences.size(); later++) {
            assertThat(fences.get(later)).isNotEqualTo(fences.get(later - 1));
            assertThat(grows(fences.get(later - 1), fences.get(later)))
                    .as("%s after %s", fences.get(later), fences.get(later - 1))
                    .isTrue();
        }
    }

    private static boolean grows(Fence before, Fence after) {
        if (before.token().isPresent()) {
            return after.token().orElseThrow() > before.token().orElseThrow();
        }
        boolean lease = before.leaseUntil().isEmpty()
                || after.leaseUntil()
                                .orElseThrow()
                                .compareTo(before.leaseUntil().orElseThrow())
                        > 0;
        boolean claimed = before.claimedAt().isEmpty()
                || after.claimedAt().orElseThrow().compareTo(before.claimedAt().orElseThrow()) > 0;
        return lease && claimed;
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aLeaseIsNeverShorterThanPromisedAndAtMostTwoUnitsLonger(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 0);
        int row = 0;
        for (String fraction : List.of("000000", "000001", "499999", "500000", "999999")) {
            for (Duration extension : List.of(Duration.ZERO, Duration.ofMillis(4321))) {
                row++;
                sample.fill(database, row, row);
                queue.time().set("2024-06-01T12:00:00." + fraction + "Z");
                Lease lease = queue.claimOne();
                if (!extension.isZero()) {
                    queue.time().advance(extension);
                    lease = queue.leases().extend(lease).lease();
                }
                queue.time().advance(SampleQueue.LEASE);
                assertThat(queue.leases().reclaim(10).count())
                        .as("at .%s", fraction)
                        .isZero();
                assertThat(queue.leases().release(lease, Duration.ofHours(1)))
                        .as("at .%s", fraction)
                        .isInstanceOf(Verdict.Applied.class);
                queue.time().set("2024-06-01T12:00:00." + fraction + "Z");
            }
            row++;
            sample.fill(database, row, row);
            Lease lease = queue.claimOne();
            queue.time().advance(SampleQueue.LEASE.plusSeconds(2).plusNanos(1000));
            assertThat(queue.leases().complete(lease)).as("at .%s", fraction).isInstanceOf(Verdict.Lost.class);
            assertThat(queue.leases().reclaim(10).count()).isEqualTo(1);
            sample.update(database, row, "status = 'done'");
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aRowThatIsPutBackWaitsAtLeastItsDelayAndLittleLonger(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 1);
        for (String fraction : List.of("000000", "000001", "999999")) {
            for (Duration delay : List.of(Duration.ofNanos(1000), Duration.ofMillis(1500), Duration.ofSeconds(5))) {
                queue.time().set("2024-06-01T12:00:00." + fraction + "Z");
                Lease lease = queue.claimOne();
                queue.leases().release(lease, delay);
                queue.time().advance(delay.minusNanos(1000));
                assertThat(queue.leases().isAnyDue())
                        .as("%s at .%s", delay, fraction)
                        .isFalse();
                queue.time().advance(Duration.ofSeconds(2).plusNanos(1000));
                assertThat(queue.leases().isAnyDue())
                        .as("%s at .%s", delay, fraction)
                        .isTrue();
                sample.update(database, 1, "available_at = '2020-01-01'");
            }
        }
    }

    /** A DATETIME rounds a fraction up: what is ready now must not be due half a second later. */
    @ParameterizedTest
    @MethodSource("samples")
    void aRowThatIsPutBackAtOnceIsDueAtOnce(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 2);
        DatabaseTime time = queue.time();
        LeaseTable leases = LeaseTable.open(
                Transactions.of(time.on(database)),
                sample.layout(),
                SampleQueue.SETTINGS.withBackoff(Backoff.fixed(Duration.ZERO)));
        for (String fraction : List.of("000000", "500000", "999999")) {
            time.set("2024-06-01T12:00:00." + fraction + "Z");
            leases.release(queue.claimOne(), Duration.ZERO);
            assertThat(leases.claim(sample.rowKey(1)))
                    .isInstanceOfSatisfying(
                            TargetedClaim.Claimed.class,
                            claimed -> assertThat(leases.fail(claimed.lease(), "boom"))
                                    .isInstanceOf(Verdict.Applied.class));
            assertThat(leases.claim(sample.rowKey(1)))
                    .isInstanceOfSatisfying(
                            TargetedClaim.Claimed.class, claimed -> leases.release(claimed.lease(), Duration.ZERO));
            sample.update(
                    database,
                    1,
                    "status = 'ready', available_at = '2020-01-01'"
                            + (sample.has(ColumnRole.ATTEMPTS) ? ", attempts = 0" : ""));
        }
    }

    /** The column's own default, which rounds down, where a value with a fraction would be rounded up. */
    @Test
    void aRowThatTheServerStampedIsDueAtOnce(TestDatabase database) throws SQLException {
        SampleQueue queue = SampleQueue.create(database, SampleTables.jobQueue(), 0);
        for (String fraction : List.of("000000", "500000", "999999")) {
            queue.time().set("2024-06-01T12:00:00." + fraction + "Z");
            try (Connection producer = queue.time().on(database).getConnection();
                    Statement statement = producer.createStatement()) {
                statement.execute("INSERT INTO job_queue (payload) VALUES ('1')");
            }
            assertThat(queue.claim(1)).hasSize(1);
        }
    }
}

package dev.rowlock.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.claim.fixture.OtherSession;
import dev.rowlock.claim.fixture.SampleQueue;
import dev.rowlock.claim.fixture.SampleTable;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules B1 to B3: this row or nothing, and the answer says why. */
@EachServer
final class TargetedClaimTest {
    private static final String ALL = "dev.rowlock.claim.fixture.SampleTables#all";

    /** Far below the second that is the shortest lock wait a server can be told (facts 3.8). */
    private static final Duration AT_ONCE = Duration.ofMillis(900);

    @ParameterizedTest
    @MethodSource(ALL)
    void claimsTheRowThatWasNamed(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 3);

        TargetedClaim answer = queue.leases().claim(sample.rowKey(2));

        assertThat(answer).isInstanceOfSatisfying(TargetedClaim.Claimed.class, claimed -> {
            assertThat(claimed.lease().key()).isEqualTo(sample.rowKey(2));
            assertThat(claimed.lease().attempt()).isEqualTo(1);
            assertThat(queue.leases().complete(claimed.lease())).isInstanceOf(Verdict.Applied.class);
        });
        assertThat(queue.statusOf(1)).isEqualTo(sample.status().ready());
        assertThat(queue.statusOf(3)).isEqualTo(sample.status().ready());
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void tellsTheStateOfARowThatIsNotReady(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 2);
        Lease lease = queue.claimOne();
        sample.insert(database, sample.status().done(), List.of(7));
        List<@Nullable String> before = sample.contents(database);

        assertThat(queue.leases().claim(sample.rowKey(1)))
                .isInstanceOfSatisfying(TargetedClaim.NotReady.class, answer -> {
                    assertThat(answer.key()).isEqualTo(sample.rowKey(1));
                    assertThat(answer.seen().status()).isEqualTo(sample.status().processing());
                    assertThat(answer.seen().value(ColumnRole.TOKEN))
                            .isEqualTo(lease.fence().token().stream()
                                    .mapToObj(Long::toString)
                                    .findFirst());
                    assertThat(answer.seen().value(ColumnRole.OWNER))
                            .isEqualTo(lease.fence().owner());
                    assertThat(answer.seen().value(ColumnRole.LEASE_UNTIL).isPresent())
                            .isEqualTo(sample.has(ColumnRole.LEASE_UNTIL));
                });
        assertThat(queue.leases().claim(sample.rowKey(7)))
                .isInstanceOfSatisfying(
                        TargetedClaim.NotReady.class,
                        answer -> assertThat(answer.seen().status())
                                .isEqualTo(sample.status().done()));
        assertThat(queue.leases().claim(sample.rowKey(50))).isEqualTo(new TargetedClaim.NotFound(sample.rowKey(50)));
        assertThat(sample.contents(database)).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("dev.rowlock.claim.fixture.SampleTables#timed")
    void aRowThatIsDueLaterIsNotReady(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 1);
        sample.update(database, 1, "available_at = '2024-06-01 12:00:05'");

        assertThat(queue.leases().claim(sample.rowKey(1)))
                .isInstanceOfSatisfying(TargetedClaim.NotReady.class, answer -> {
                    assertThat(answer.seen().status()).isEqualTo("ready");
                    assertThat(answer.seen().value(ColumnRole.AVAILABLE_AT).orElseThrow())
                            .startsWith("2024-06-01 12:00:05");
                });
        queue.time().set("2024-06-01T12:00:05Z");
        assertThat(queue.leases().claim(sample.rowKey(1))).isInstanceOf(TargetedClaim.Claimed.class);
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void isBusyAtOnceWhileAnotherSessionHoldsTheRow(SampleTable sample, TestDatabase database) throws SQLException {
        SampleQueue queue = SampleQueue.create(database, sample, 3);
        List<@Nullable String> before = sample.contents(database);
        try (OtherSession other = queue.hold(2)) {
            long start = System.nanoTime();
            TargetedClaim answer = queue.leases().claim(sample.rowKey(2));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(AT_ONCE);

            assertThat(answer).isEqualTo(new TargetedClaim.Busy(sample.rowKey(2)));
            assertThat(sample.contents(database)).isEqualTo(before);
            assertThat(queue.leases().claim(sample.rowKey(3))).isInstanceOf(TargetedClaim.Claimed.class);
        }
        assertThat(queue.leases().claim(sample.rowKey(2))).isInstanceOf(TargetedClaim.Claimed.class);
    }
}

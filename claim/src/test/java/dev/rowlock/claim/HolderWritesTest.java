package dev.rowlock.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.claim.fixture.SampleQueue;
import dev.rowlock.claim.fixture.SampleTable;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a holder writes while its lease stands: extend, complete, release, fail. */
@EachServer
final class HolderWritesTest {
    private static final String ALL = "dev.rowlock.claim.fixture.SampleTables#all";

    @ParameterizedTest
    @MethodSource(ALL)
    void completesABatchAndASingleRow(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 5);
        List<Lease> leases = queue.claim(4);

        applied(queue.leases().complete(leases.subList(0, 3)), LeaseState.DONE);
        applied(List.of(queue.leases().complete(leases.get(3))), LeaseState.DONE);

        assertThat(queue.statusOf(5)).isEqualTo(sample.status().ready());
        if (sample.deletes()) {
            assertThat(sample.contents(database)).hasSize(1);
        } else {
            assertThat(IntStream.rangeClosed(1, 4).mapToObj(queue::statusOf))
                    .containsOnly(sample.status().done());
        }
        assertThat(queue.leases().isAny(LeaseState.DONE)).isEqualTo(!sample.deletes());
        assertThat(queue.leases().isAny(LeaseState.PROCESSING)).isFalse();
        assertThat(queue.leases().isAny(LeaseState.READY)).isTrue();
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void anExtendedLeaseLastsItsFullLengthFromThen(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 3);
        List<Lease> leases = queue.claim(3);
        queue.time().advance(Duration.ofSeconds(9));

        List<Lease> renewed = new ArrayList<>();
        for (Verdict verdict : queue.leases().extend(leases.subList(0, 2))) {
            applied(List.of(verdict), LeaseState.PROCESSING);
            renewed.add(verdict.lease());
        }
        Verdict single = queue.leases().extend(leases.get(2));
        applied(List.of(single), LeaseState.PROCESSING);
        renewed.add(single.lease());
        assertThat(renewed).extracting(Lease::key).isEqualTo(queue.keys(1, 3));
        assertThat(renewed)
                .allSatisfy(lease -> assertThat(lease.sentAtNanos())
                        .isGreaterThan(leases.get(0).sentAtNanos()));

        // Nineteen seconds after the claim, ten after the extension.
        queue.time().advance(Duration.ofSeconds(10));
        if (sample.knowsExpiry()) {
            assertThat(queue.leases().reclaim(10).count()).isZero();
        }
        applied(queue.leases().complete(renewed), LeaseState.DONE);
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void aReleasedRowIsBackInItsOldPlaceWithNoAttemptCounted(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 4);
        List<@Nullable String> before = database.column(order(sample));
        List<Lease> leases = queue.claim(3);

        applied(queue.leases().release(leases.subList(0, 2), Duration.ZERO), LeaseState.READY);
        applied(List.of(queue.leases().release(leases.get(2), Duration.ZERO)), LeaseState.READY);

        assertThat(database.column(order(sample))).isEqualTo(before);
        // Another process starts at the front; this one may first go on from where its last claim got to.
        List<Lease> again = queue.other().claim(3).leases();
        assertThat(again).extracting(Lease::key).isEqualTo(queue.keys(1, 3));
        assertThat(again).extracting(Lease::attempt).containsOnly(1);
    }

    private static String order(SampleTable sample) {
        return "SELECT CONCAT_WS(',', " + sample.keyColumns() + ") FROM " + sample.table() + " WHERE "
                + sample.name(ColumnRole.STATUS) + " = '"
                + sample.status().ready().replace("'", "''") + "' ORDER BY "
                + (sample.has(ColumnRole.AVAILABLE_AT) ? sample.name(ColumnRole.AVAILABLE_AT) + ", " : "")
                + sample.keyColumns();
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void aFailedRowWaitsAndIsGivenUpAtTheLimit(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 2);
        List<Lease> first = queue.claim(2);

        List<Failed> failures = first.stream()
                .map(lease -> new Failed(lease, "boom " + lease.key()))
                .toList();
        applied(queue.leases().fail(failures), LeaseState.READY);

        told(queue, "1", "boom " + sample.rowKey(1));
        if (sample.has(ColumnRole.AVAILABLE_AT)) {
            queue.time().advance(SampleQueue.BACKOFF.minusMillis(1));
            assertThat(queue.leases().isAnyDue()).isFalse();
            queue.time().advance(Duration.ofMillis(1).plusSeconds(2));
        }
        List<Lease> second = queue.claim(2);
        assertThat(second).extracting(Lease::attempt).containsOnly(sample.has(ColumnRole.ATTEMPTS) ? 2 : 1);

        Lease firstRow = second.stream()
                .filter(lease -> lease.key().equals(sample.rowKey(1)))
                .findAny()
                .orElseThrow();
        Verdict last = queue.leases().fail(firstRow, "boom again");
        boolean givenUp = sample.keepsAttemptLimit();
        applied(List.of(last), givenUp ? LeaseState.DEAD : LeaseState.READY);
        told(queue, "2", "boom again");
        assertThat(queue.statusOf(1))
                .isEqualTo(
                        givenUp
                                ? sample.status().dead().orElseThrow()
                                : sample.status().ready());
        assertThat(queue.leases().isAny(LeaseState.DEAD)).isEqualTo(givenUp);
    }

    private static void told(SampleQueue queue, String attempts, String reason) {
        if (queue.sample().has(ColumnRole.ATTEMPTS)) {
            assertThat(queue.sample().value(queue.database(), ColumnRole.ATTEMPTS, 1))
                    .isEqualTo(attempts);
        }
        if (queue.sample().has(ColumnRole.LAST_ERROR)) {
            assertThat(queue.sample().value(queue.database(), ColumnRole.LAST_ERROR, 1))
                    .isEqualTo(reason);
        }
    }

    private static void applied(List<Verdict> verdicts, LeaseState state) {
        assertThat(verdicts)
                .isNotEmpty()
                .allSatisfy(verdict -> assertThat(verdict)
                        .isInstanceOfSatisfying(
                                Verdict.Applied.class,
                                applied -> assertThat(applied.state()).isEqualTo(state)));
    }
}

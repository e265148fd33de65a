package dev.rowlock.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.claim.fixture.SampleQueue;
import dev.rowlock.claim.fixture.SampleTable;
import dev.rowlock.claim.fixture.SampleTables;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.CutProxy;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Moment;
import dev.rowlock.testing.SentStatement;
import dev.rowlock.testing.TestDatabase;
import dev.rowlock.testing.Tripwire;
import dev.rowlock.testing.Watch;
import java.sql.Connection;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Facts 3.3: the connection is lost during COMMIT, before the server got it or after it had done it. The answer is true either way. */
@EachServer
final class LostCommitTest {
    private static Stream<Arguments> with(Stream<SampleTable> samples) {
        return samples.flatMap(sample -> Stream.of(Moment.values()).map(moment -> Arguments.of(sample, moment)));
    }

    static Stream<Arguments> telling() {
        return with(Stream.of(SampleTables.fullyEquipped(), SampleTables.microseconds(), SampleTables.deleting()));
    }

    static Stream<Arguments> all() {
        return with(Stream.of(
                SampleTables.jobQueue(),
                SampleTables.taskQueue(),
                SampleTables.fullyEquipped(),
                SampleTables.narrow(),
                SampleTables.deleting()));
    }

    /** A network that loses the next COMMIT when it is told to, and counts locking reads that wait, which read-backs are. */
    private static final class Loss implements Watch {
        private final CutProxy network;
        private @Nullable Moment next;
        private @Nullable Tripwire lost;
        private int readBacks;

        Loss(CutProxy network) {
            this.network = network;
        }

        @Override
        public void before(SentStatement statement, Connection connection) {
            if (statement.sql().equals("COMMIT") && next != null) {
                lost = network.cut(next, "commit");
                next = null;
            } else if (statement.sql().strip().endsWith("FOR UPDATE")) {
                readBacks++;
            }
        }

        <T> T losing(Moment moment, Supplier<T> operation) {
            next = moment;
            T result = operation.get();
            assertThat(Objects.requireNonNull(lost).happened()).isTrue();
            return result;
        }
    }

    private record Cut(LeaseTable leases, Loss loss) {
        static Cut open(TestDatabase database, SampleTable sample, CutProxy network) {
            Loss loss = new Loss(network);
            return new Cut(
                    SampleQueue.open(Connections.through(network, database).watched(loss), sample), loss);
        }

        <T> T losing(Moment moment, Supplier<T> operation) {
            return loss.losing(moment, operation);
        }
    }

    @ParameterizedTest
    @MethodSource("telling")
    void aClaimIsMadeOnce(SampleTable sample, Moment moment, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 4);
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            Cut cut = Cut.open(database, sample, network);
            List<Lease> claimed =
                    cut.losing(moment, () -> cut.leases().claim(2)).leases();
            assertThat(claimed).extracting(Lease::key).isEqualTo(queue.keys(1, 2));
            assertThat(claimed).extracting(Lease::attempt).containsOnly(1);

            TargetedClaim targeted = cut.losing(moment, () -> cut.leases().claim(sample.rowKey(4)));
            assertThat(targeted).isInstanceOf(TargetedClaim.Claimed.class);

            assertThat(cut.leases().complete(claimed)).hasOnlyElementsOfType(Verdict.Applied.class);
            assertThat(cut.leases().complete(((TargetedClaim.Claimed) targeted).lease()))
                    .isInstanceOf(Verdict.Applied.class);
            assertThat(cut.leases().claim(4).leases()).extracting(Lease::key).isEqualTo(queue.keys(3, 3));
        }
    }

    /** Two claims within one second write the same values: "mine" cannot be told from "not mine", and the lease's end brings the rows back. */
    @ParameterizedTest
    @MethodSource("dev.rowlock.claim.LostCommitTest#coarse")
    void aClaimThatCannotBeToldIsUnknownAndComesBackByExpiry(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 3);
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            Cut cut = Cut.open(database, sample, network);
            assertThatThrownBy(() -> cut.losing(
                            Moment.AFTER_THE_ANSWER, () -> cut.leases().claim(2)))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            failure -> assertThat(failure.failure()).isEqualTo(Failure.COMMIT_UNKNOWN));
            assertThat(queue.statusOf(1)).isEqualTo("processing");
            expire(queue);
            assertThat(cut.leases().reclaim(10).ready()).isEqualTo(queue.keys(1, 2));

            // What never reached the server is told for certain.
            List<Lease> claimed = cut.losing(
                            Moment.BEFORE_THE_SERVER, () -> cut.leases().claim(3))
                    .leases();
            assertThat(claimed).isNotEmpty();
            assertThat(cut.leases().complete(claimed)).hasOnlyElementsOfType(Verdict.Applied.class);
        }
    }

    static List<SampleTable> coarse() {
        return List.of(SampleTables.jobQueue(), SampleTables.taskQueue(), SampleTables.narrow());
    }

    private static void expire(SampleQueue queue) {
        SampleTable sample = queue.sample();
        String column =
                sample.name(sample.has(ColumnRole.LEASE_UNTIL) ? ColumnRole.LEASE_UNTIL : ColumnRole.CLAIMED_AT);
        queue.database()
                .execute("UPDATE " + sample.table() + " SET " + column + " = NOW() - INTERVAL 1 HOUR WHERE " + column
                        + " IS NOT NULL");
    }

    @ParameterizedTest
    @MethodSource("all")
    void whatAHolderWroteHappenedOnce(SampleTable sample, Moment moment, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 8);
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            Cut cut = Cut.open(database, sample, network);
            LeaseTable leases = cut.leases();
            List<Lease> claimed = leases.claim(8).leases();

            List<Verdict> extended = cut.losing(moment, () -> leases.extend(claimed));
            assertThat(extended).hasOnlyElementsOfType(Verdict.Applied.class);
            List<Lease> mine = extended.stream().map(Verdict::lease).toList();

            assertThat(cut.losing(moment, () -> leases.complete(mine.subList(0, 2))))
                    .hasOnlyElementsOfType(Verdict.Applied.class);
            assertThat(cut.losing(moment, () -> leases.complete(mine.get(2)))).isInstanceOf(Verdict.Applied.class);
            assertThat(cut.losing(moment, () -> leases.release(mine.subList(3, 5), Duration.ZERO)))
                    .hasOnlyElementsOfType(Verdict.Applied.class);
            assertThat(cut.losing(moment, () -> leases.fail(mine.get(5), "boom")))
                    .isInstanceOf(Verdict.Applied.class);
            expire(queue);
            // Which rows a lost reclaim had taken is not told; that none is taken twice is what counts.
            cut.losing(moment, () -> leases.reclaim(10));
            // The lost session may hold them for a moment yet, and a reclaim passes over what others hold.
            Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> {
                leases.reclaim(10);
                return queue.statusOf(7).equals(sample.status().ready())
                        && queue.statusOf(6).equals(sample.status().ready())
                        && queue.statusOf(8).equals(sample.status().ready());
            });

            String done = sample.deletes() ? null : "done";
            for (int row = 1; row <= 8; row++) {
                String expected = row <= 3 ? done : "ready";
                if (expected != null) {
                    assertThat(queue.statusOf(row)).as("row %d", row).isEqualTo(expected);
                }
                if (sample.has(ColumnRole.ATTEMPTS) && row > 3) {
                    assertThat(sample.value(database, ColumnRole.ATTEMPTS, row))
                            .as("row %d", row)
                            .isIn(row > 5 ? List.of("1") : Arrays.asList("0", null));
                }
            }
            assertThat(database.number("SELECT COUNT(*) FROM " + sample.table()))
                    .isEqualTo(done == null ? 5 : 8);
        }
    }

    /** Reading back holds locks as well: a few rows tell for all. */
    @ParameterizedTest
    @EnumSource
    void aLargeClaimIsReadBackByAFewRows(Moment moment, TestDatabase database) {
        SampleTable sample = SampleTables.fullyEquipped();
        SampleQueue.create(database, sample, 300);
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            Cut cut = Cut.open(database, sample, network);
            assertThat(cut.losing(moment, () -> cut.leases().claim(300)).leases())
                    .hasSize(300);
            assertThat(cut.loss().readBacks).isBetween(1, 10);
        }
    }
}

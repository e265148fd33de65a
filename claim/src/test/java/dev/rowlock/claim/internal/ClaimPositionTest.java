package dev.rowlock.claim.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.fixture.OtherSession;
import dev.rowlock.claim.fixture.SampleQueue;
import dev.rowlock.claim.fixture.SampleTable;
import dev.rowlock.claim.fixture.SampleTables;
import dev.rowlock.claim.internal.Settlement.Mode;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The position a claim reports: no free row lies before it, whatever others hold and in whatever order keys and times are. */
@EachServer
final class ClaimPositionTest {
    private static final int ROWS = 60;

    @ParameterizedTest
    @MethodSource("samples")
    void claimsThatGoOnFromThePositionMissNoFreeRow(SampleTable sample, TestDatabase database) throws SQLException {
        SampleQueue queue = SampleQueue.create(database, sample, ROWS);
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int row = 1; row <= ROWS && !sample.toString().contains("along"); row++) {
            sample.update(database, row, "available_at = '2020-01-01' + INTERVAL " + random.nextInt(20) + " SECOND");
        }
        int[] held = IntStream.rangeClosed(1, ROWS)
                .filter(row -> random.nextInt(3) > 0)
                .toArray();
        Set<RowKey> free = new HashSet<>(queue.keys(1, ROWS));
        for (int row : held) {
            free.remove(sample.rowKey(row));
        }

        List<RowKey> taken = new ArrayList<>();
        try (OtherSession holder = queue.hold(held);
                OtherSession claimer = OtherSession.on(database)) {
            BatchClaim claim = new BatchClaim(ProtocolOf.table(sample, claimer.connection()), Mode.OWN);
            @Nullable Position position = null;
            // Each round takes a row or gets to the end.
            for (int round = 0; round < ROWS; round++) {
                int limit = 1 + random.nextInt(5);
                BatchClaim.Result result = claim.claim(claimer.connection(), limit, position, System.nanoTime());
                claimer.commit();
                position = result.reached();
                assertThat(result.leases()).hasSizeLessThanOrEqualTo(limit);
                result.leases().stream().map(Lease::key).forEach(taken::add);
            }
        }
        assertThat(taken).as("seed %d", seed).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(free);
    }

    static List<SampleTable> samples() {
        return List.of(SampleTables.jobQueue(), SampleTables.compositeKey(), SampleTables.noIndex());
    }

    /** The search past held rows names many keys with a small LIMIT, which takes the lowest keys, not the earliest times. */
    @ParameterizedTest
    @MethodSource("samples")
    void aFreeRowThatLimitLeftOutIsStillAhead(SampleTable sample, TestDatabase database) throws SQLException {
        SampleQueue queue = SampleQueue.create(database, sample, 9);
        for (int row = 1; row <= 9; row++) {
            sample.update(database, row, "available_at = '2020-01-02' - INTERVAL " + row + " SECOND");
        }
        // By time: 9 8 7 | 6 5 4 3 2 1; the first three are held.
        try (OtherSession holder = queue.hold(9, 8, 7);
                OtherSession claimer = OtherSession.on(database)) {
            BatchClaim claim = new BatchClaim(ProtocolOf.table(sample, claimer.connection()), Mode.OWN);
            List<RowKey> taken = new ArrayList<>();
            @Nullable Position position = null;
            for (int round = 0; round < 6; round++) {
                BatchClaim.Result result = claim.claim(claimer.connection(), 1, position, System.nanoTime());
                claimer.commit();
                position = result.reached();
                result.leases().stream().map(Lease::key).forEach(taken::add);
            }
            assertThat(taken).containsExactlyInAnyOrderElementsOf(queue.keys(1, 6));
        }
    }
}

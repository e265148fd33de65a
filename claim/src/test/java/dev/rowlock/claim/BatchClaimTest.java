package dev.rowlock.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rowlock.claim.fixture.OtherSession;
import dev.rowlock.claim.fixture.SampleQueue;
import dev.rowlock.claim.fixture.SampleTable;
import dev.rowlock.claim.fixture.SampleTables;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.SentStatement;
import dev.rowlock.testing.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules A1 to A3: which rows a claim takes, in which order, and what it answers. */
@EachServer
final class BatchClaimTest {
    private static final String ALL = "dev.rowlock.claim.fixture.SampleTables#all";
    private static final String MAIN = "dev.rowlock.claim.fixture.SampleTables#main";

    @ParameterizedTest
    @MethodSource(ALL)
    void takesReadyRowsInOrderUntilNothingIsVisible(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 7);
        sample.insert(database, sample.status().done(), List.of(8));
        sample.insert(database, sample.status().processing(), List.of(9));
        LeaseTable leases = queue.leases();

        ClaimAnswer full = leases.claim(3);
        assertThat(full).isInstanceOf(ClaimAnswer.Full.class);
        assertThat(full.leases()).extracting(Lease::key).isEqualTo(queue.keys(1, 3));
        tellsWhatTheRowHolds(full.leases().get(0), queue);
        assertThat(statuses(queue, 1, 3)).containsOnly(sample.status().processing());
        assertThat(statuses(queue, 4, 7)).containsOnly(sample.status().ready());

        ClaimAnswer some = leases.claim(5);
        assertThat(some).isInstanceOf(ClaimAnswer.Short.class);
        assertThat(some.leases()).extracting(Lease::key).isEqualTo(queue.keys(4, 7));

        assertThat(leases.claim(5)).isInstanceOf(ClaimAnswer.NothingVisible.class);
        assertThat(leases.claim(5).leases()).isEmpty();
        assertThat(queue.statusOf(8)).isEqualTo(sample.status().done());
    }

    private static void tellsWhatTheRowHolds(Lease lease, SampleQueue queue) {
        SampleTable sample = queue.sample();
        assertThat(lease.attempt()).isEqualTo(1);
        assertThat(lease.length()).isEqualTo(SampleQueue.LEASE);
        assertThat(lease.fence().leaseUntil()).isEqualTo(written(queue, ColumnRole.LEASE_UNTIL));
        assertThat(lease.fence().claimedAt()).isEqualTo(written(queue, ColumnRole.CLAIMED_AT));
        assertThat(lease.fence().owner()).isEqualTo(written(queue, ColumnRole.OWNER));
        assertThat(lease.fence().token().isPresent()).isEqualTo(sample.has(ColumnRole.TOKEN));
        if (sample.has(ColumnRole.TOKEN)) {
            assertThat(sample.value(queue.database(), ColumnRole.TOKEN, 1))
                    .isEqualTo(Long.toString(lease.fence().token().orElseThrow()));
        }
    }

    /** What the row holds, with the fraction that the fence always shows. */
    private static Optional<String> written(SampleQueue queue, ColumnRole role) {
        if (!queue.sample().has(role)) {
            return Optional.empty();
        }
        String text = queue.sample().value(queue.database(), role, 1);
        if (role == ColumnRole.OWNER || text == null) {
            return Optional.ofNullable(text);
        }
        String withFraction = text.contains(".") ? text : text + ".";
        return Optional.of((withFraction + "000000").substring(0, "2024-06-01 12:00:00.000000".length()));
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void rowsThatOthersHoldAreLeftOutAndFoundLater(SampleTable sample, TestDatabase database) throws SQLException {
        SampleQueue queue = SampleQueue.create(database, sample, 7);
        try (OtherSession other = queue.hold(1, 3)) {
            ClaimAnswer answer = queue.leases().claim(3);
            assertThat(answer).isInstanceOf(ClaimAnswer.Full.class);
            assertThat(answer.leases())
                    .extracting(Lease::key)
                    .isEqualTo(List.of(sample.rowKey(2), sample.rowKey(4), sample.rowKey(5)));
        }
        try (OtherSession other = queue.hold(1, 3, 6, 7)) {
            assertThat(queue.leases().claim(10)).isInstanceOf(ClaimAnswer.NothingVisible.class);
            assertThat(queue.leases().claim(1)).isInstanceOf(ClaimAnswer.NothingVisible.class);
        }
        assertThat(queue.statusOf(1)).isEqualTo(sample.status().ready());
        Set<RowKey> found = new HashSet<>();
        await().until(() -> {
            queue.leases().claim(10).leases().forEach(lease -> found.add(lease.key()));
            return found.size() == 4;
        });
        assertThat(found)
                .containsExactlyInAnyOrder(sample.rowKey(1), sample.rowKey(3), sample.rowKey(6), sample.rowKey(7));
    }

    /** The look further begins at the last row that was taken, which is still ready until it is written. */
    @ParameterizedTest
    @MethodSource(ALL)
    void toppingUpTakesNoRowTwice(SampleTable sample, TestDatabase database) throws SQLException {
        SampleQueue queue = SampleQueue.create(database, sample, 7);
        try (OtherSession other = queue.hold(1)) {
            ClaimAnswer answer = queue.leases().claim(4);
            assertThat(answer).isInstanceOf(ClaimAnswer.Full.class);
            assertThat(answer.leases()).extracting(Lease::key).isEqualTo(queue.keys(2, 5));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.rowlock.claim.fixture.SampleTables#timed")
    void rowsThatAreDueLaterWait(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 2);
        sample.update(database, 1, sample.name(ColumnRole.AVAILABLE_AT) + " = '2024-06-01 12:00:05'");
        assertThat(queue.leases().claim(10).leases()).extracting(Lease::key).isEqualTo(queue.keys(2, 2));

        queue.time().set("2024-06-01T12:00:04.999999Z");
        assertThat(queue.leases().claim(10)).isInstanceOf(ClaimAnswer.NothingVisible.class);
        queue.time().set("2024-06-01T12:00:05Z");
        List<RowKey> found = new ArrayList<>();
        await().until(() -> {
            queue.leases().claim(10).leases().forEach(lease -> found.add(lease.key()));
            return !found.isEmpty();
        });
        assertThat(found).isEqualTo(queue.keys(1, 1));
    }

    @ParameterizedTest
    @MethodSource(MAIN)
    void anEarlierTimeComesFirstWhateverTheKey(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 5);
        sample.update(database, 4, sample.name(ColumnRole.AVAILABLE_AT) + " = '2019-01-01 00:00:00'");
        sample.update(database, 5, sample.name(ColumnRole.AVAILABLE_AT) + " = '2020-01-01 00:00:01'");
        assertThat(queue.leases().claim(3).leases())
                .extracting(Lease::key)
                .isEqualTo(List.of(sample.rowKey(4), sample.rowKey(1), sample.rowKey(5)));
    }

    @ParameterizedTest
    @MethodSource(MAIN)
    void manyRowsOfOneTimeComeInKeyOrderThroughTheCursor(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 40);
        database.execute("UPDATE " + sample.table() + " SET " + sample.name(ColumnRole.AVAILABLE_AT)
                + " = '2020-01-01 00:00:00' WHERE id > 5");
        List<RowKey> taken = new ArrayList<>();
        for (int round = 0; round < 10; round++) {
            queue.leases().claim(4).leases().forEach(lease -> taken.add(lease.key()));
        }
        List<RowKey> expected = new ArrayList<>(queue.keys(6, 40));
        expected.addAll(queue.keys(1, 5));
        assertThat(taken).isEqualTo(expected);
    }

    /** Rule A2: between the read and the write a row appears that would come first. */
    @ParameterizedTest
    @MethodSource(MAIN)
    void writesExactlyTheRowsItHasRead(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 4);
        List<SentStatement> updates = new ArrayList<>();
        LeaseTable leases = before(queue, "UPDATE", statement -> {
            updates.add(statement);
            sample.insert(database, "ready", List.of(10));
            sample.update(database, 10, "available_at = '2019-01-01 00:00:00'");
        });
        assertThat(leases.claim(2).leases()).extracting(Lease::key).isEqualTo(queue.keys(1, 2));
        assertThat(queue.statusOf(10)).isEqualTo("ready");
        assertThat(updates).hasSize(1);
        assertThat(updates.get(0).parameters()).contains(1L, 2L).doesNotContain(10L);
    }

    @ParameterizedTest
    @MethodSource(MAIN)
    void aRowThatIsTakenBetweenReadAndLockIsReplacedByTheNext(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 4);
        LeaseTable leases = before(queue, "SKIP LOCKED", statement -> sample.update(database, 1, "status = 'done'"));
        assertThat(leases.claim(2).leases()).extracting(Lease::key).isEqualTo(queue.keys(2, 3));
        assertThat(queue.statusOf(1)).isEqualTo("done");
    }

    private interface Meanwhile {
        void happens(SentStatement statement) throws SQLException;
    }

    /** A table whose first statement that begins or ends like this is preceded by something. */
    private static LeaseTable before(SampleQueue queue, String text, Meanwhile meanwhile) {
        AtomicBoolean armed = new AtomicBoolean();
        LeaseTable leases = SampleQueue.open(
                Connections.to(queue.database()).watched((statement, connection) -> {
                    String sql = statement.sql().strip();
                    if ((sql.startsWith(text) || sql.endsWith(text)) && armed.compareAndSet(true, false)) {
                        meanwhile.happens(statement);
                    }
                }),
                queue.sample());
        armed.set(true);
        return leases;
    }

    @Test
    void theBatchHasBounds(TestDatabase database) {
        LeaseTable leases =
                SampleQueue.create(database, SampleTables.jobQueue(), 0).leases();
        assertThatThrownBy(() -> leases.claim(0))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("1 to 10000 rows, not 0");
        assertThatThrownBy(() -> leases.claim(10_001)).hasMessageContaining("not 10001");
        assertThat(leases.claim(10_000)).isInstanceOf(ClaimAnswer.NothingVisible.class);
    }

    private static List<String> statuses(SampleQueue queue, int from, int to) {
        List<String> statuses = new ArrayList<>();
        for (int row = from; row <= to; row++) {
            statuses.add(queue.statusOf(row));
        }
        return statuses;
    }
}

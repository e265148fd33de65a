package dev.rowlock.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.claim.fixture.SampleQueue;
import dev.rowlock.claim.fixture.SampleTable;
import dev.rowlock.claim.fixture.SampleTables;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys as people and programs give them, and the payloads that are read by them. */
@EachServer(drivers = Drivers.BOTH)
final class KeysTest {
    @ParameterizedTest
    @MethodSource("dev.rowlock.claim.fixture.SampleTables#all")
    void aKeyThatWasPrintedNamesItsRow(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 2);
        LeaseTable leases = queue.leases();
        RowKey parsed = leases.parseKey(sample.rowKey(2).toString());
        assertThat(parsed).isEqualTo(sample.rowKey(2));
        assertThat(leases.claim(parsed)).isInstanceOf(TargetedClaim.Claimed.class);
        assertThat(queue.statusOf(1)).isEqualTo(sample.status().ready());
    }

    private static LeaseTable textKeys(TestDatabase database, String... keys) {
        database.execute("CREATE TABLE jobs (code VARCHAR(20) COLLATE utf8mb4_general_ci PRIMARY KEY,"
                + " status VARCHAR(16) NOT NULL, lease_until DATETIME(6), KEY (status, code))"
                + " CHARACTER SET utf8mb4");
        for (String key : keys) {
            database.execute("INSERT INTO jobs (code, status) VALUES ('" + key + "', 'ready')");
        }
        return LeaseTable.open(Transactions.of(database.dataSource()), TableLayout.of("jobs"), SampleQueue.SETTINGS);
    }

    /** Compared as a number, every row would be read, locked, and '05' and '5a' found as well. */
    @Test
    void aNumberForATextKeyIsThatText(TestDatabase database) throws SQLException {
        LeaseTable leases = textKeys(database, "05", "5", "5a", "6");
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            assertThat(leases.on(connection).claim(RowKey.of(5)))
                    .isInstanceOfSatisfying(
                            TargetedClaim.Claimed.class,
                            claimed -> assertThat(claimed.lease().key()).isEqualTo(RowKey.of("5")));
            assertThat(database.locks(connection).count()).isEqualTo(1);
            connection.commit();
        }
        assertThat(database.column("SELECT code FROM jobs WHERE status = 'processing'"))
                .containsExactly("5");
        assertThat(leases.claim(RowKey.of(7))).isInstanceOf(TargetedClaim.NotFound.class);
    }

    @Test
    void aKeyInAnotherSpellingIsTheServersKey(TestDatabase database) {
        LeaseTable leases = textKeys(database, "Abc", "Def");
        RowKey spelled = leases.parseKey("ABC");
        TargetedClaim answer = leases.claim(spelled);
        assertThat(answer).isInstanceOf(TargetedClaim.Claimed.class);
        Lease lease = ((TargetedClaim.Claimed) answer).lease();
        assertThat(lease.key()).isEqualTo(RowKey.of("Abc"));

        Lease byHand = new Lease(spelled, 1, lease.fence(), lease.sentAtNanos(), lease.length());
        Verdict renewed = leases.extend(byHand);
        assertThat(renewed).isInstanceOf(Verdict.Applied.class);
        assertThat(leases.fail(renewed.lease(), "boom")).isInstanceOf(Verdict.Applied.class);
        assertThat(leases.complete(byHand))
                .isInstanceOfSatisfying(
                        Verdict.Lost.class,
                        lost -> assertThat(lost.seenOrEmpty().orElseThrow().status())
                                .isEqualTo("ready"));
    }

    @Test
    void aDecimalIsOneKeyWithAnyNumberOfZeros(TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, SampleTables.decimalKey(), 1);
        TargetedClaim answer = queue.leases().claim(queue.leases().parseKey("12345678901234567891.1"));
        assertThat(answer).isInstanceOf(TargetedClaim.Claimed.class);
        assertThat(((TargetedClaim.Claimed) answer).lease().key())
                .isEqualTo(queue.sample().rowKey(1));
    }

    /** Casts to an unsigned number wrap: minus one must not become the largest key. */
    @Test
    void aNumberOutsideAnUnsignedColumnIsRefused(TestDatabase database) {
        SampleTable sample = SampleTables.unsignedKey();
        SampleQueue queue = SampleQueue.create(database, sample, 1);
        database.execute("UPDATE jobs SET id = 18446744073709551615");
        for (Object key : List.of(-1, BigInteger.ONE.shiftLeft(64))) {
            assertThatThrownBy(() -> queue.leases().claim(RowKey.of(key)))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("is not a number that fits column id bigint");
        }
        assertThat(queue.leases().claim(queue.leases().parseKey("18446744073709551615")))
                .isInstanceOf(TargetedClaim.Claimed.class);
    }

    @Test
    void aKeyOfTheWrongWidthOrKindIsRefused(TestDatabase database) {
        LeaseTable composite =
                SampleQueue.create(database, SampleTables.compositeKey(), 1).leases();
        assertThatThrownBy(() -> composite.claim(RowKey.of("t1")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("has 1 values, but the table's key has 2: [tenant, number]");
        assertThatThrownBy(() -> composite.parseKey("t1,x"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("'x' is not a number that fits column number int");
        assertThatThrownBy(() -> composite.claim(RowKey.of(new byte[] {1}, 1)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("column tenant varchar(20) must not be bytes");
    }

    @Test
    void payloadsAreReadAsTheyAre(TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, SampleTables.jobQueue(), 4);
        database.execute(
                "UPDATE job_queue SET payload = '{\"name\": \"Müller €\"}' WHERE id = 1",
                "UPDATE job_queue SET payload = CONCAT('\"', REPEAT('x', 5000000), '\"') WHERE id = 3",
                "DELETE FROM job_queue WHERE id = 4");
        List<Lease> claimed = queue.claim(3);
        Lease gone = new Lease(RowKey.of(4), 1, claimed.get(0).fence(), 0, SampleQueue.LEASE);

        Map<RowKey, Optional<byte[]>> payloads =
                queue.leases().payloads(List.of(claimed.get(0), claimed.get(1), claimed.get(2), gone));

        assertThat(payloads).containsOnlyKeys(RowKey.of(1), RowKey.of(2), RowKey.of(3));
        assertThat(text(payloads, 1)).isEqualTo("{\"name\": \"Müller €\"}");
        assertThat(payloads.get(RowKey.of(2))).isEmpty();
        assertThat(text(payloads, 3)).hasSize(5_000_002);
        assertThat(queue.leases().payloads(List.of())).isEmpty();
    }

    private static String text(Map<RowKey, Optional<byte[]>> payloads, int row) {
        return new String(bytes(payloads, row), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(Map<RowKey, Optional<byte[]>> payloads, int row) {
        return Objects.requireNonNull(payloads.get(RowKey.of(row))).orElseThrow();
    }

    @Test
    void bytesOfAPayloadStayBytes(TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, SampleTables.fullyEquipped(), 1);
        database.execute("UPDATE jobs SET payload = x'00ff80c3'");
        List<Lease> claimed = queue.claim(1);
        assertThat(bytes(queue.leases().payloads(claimed), 1)).containsExactly(0x00, 0xff, 0x80, 0xc3);
    }

    @Test
    void aTableWithoutAPayloadSaysSo(TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, SampleTables.statusOnly(), 1);
        List<Lease> claimed = queue.claim(1);
        assertThatThrownBy(() -> queue.leases().payloads(claimed))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("has no payload column");
    }

    /** Rows and their times come back as the server wrote them, in whatever time zone the session and this process are. */
    @Test
    void timesInKeysDoNotPassThroughATimeZone(TestDatabase database) {
        SampleTable sample = SampleTables.timeInKey();
        sample.create(database);
        sample.fill(database, 1, 3);
        LeaseTable leases = SampleQueue.open(Connections.to(database).after("SET time_zone = '-05:30'"), sample);
        List<Lease> claimed = leases.claim(3).leases();
        assertThat(claimed)
                .extracting(Lease::key)
                .containsExactly(sample.rowKey(1), sample.rowKey(2), sample.rowKey(3));
        assertThat(leases.complete(claimed)).hasOnlyElementsOfType(Verdict.Applied.class);
    }
}

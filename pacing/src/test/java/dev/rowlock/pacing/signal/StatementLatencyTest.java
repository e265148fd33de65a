package dev.rowlock.pacing.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.pacing.LatencyHistogram;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

final class StatementLatencyTest {
    private static final String ONLINE = "UPDATE orders SET status = ? WHERE id = ?";

    @EachServer(
            drivers = Drivers.BOTH,
            only = {ServerKind.MYSQL_DEV, ServerKind.MYSQL_8_0})
    void countsExactlyWhatRanBetweenTwoReads(TestDatabase database) throws Exception {
        create(database);
        run(database, 3);
        awaitCount(database, 3);
        try (StatementLatency signal = StatementLatency.of(database.dataSource(), resolve(database, ONLINE))) {
            Read read = new Read(signal);
            assertThat(read.staleReason()).contains("first time");
            assertThat(read.latencies().total()).isZero();
            run(database, 20);
            // a comment does not enter the digest, a literal is a parameter, and another statement is another digest
            database.execute(
                    "/* page 7 */ UPDATE orders SET status = 'PAID' WHERE id = 1", "UPDATE orders SET status = 'x'");
            awaitCount(database, 24);
            assertThat(read.latencies().total()).isEqualTo(21);
            assertThat(read.latencies().total()).isEqualTo(21);
        }
    }

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MYSQL_8_0})
    void aStatementThatWaitsForALockIsAsSlowAsItsCallerFeelsIt(TestDatabase database) throws Exception {
        create(database);
        run(database, 3);
        awaitCount(database, 3);
        try (StatementLatency signal = StatementLatency.of(database.dataSource(), resolve(database, ONLINE));
                Connection holder = database.connect();
                Statement hold = holder.createStatement()) {
            Read read = new Read(signal);
            read.staleReason();
            holder.setAutoCommit(false);
            hold.execute("SELECT * FROM orders WHERE id = 1 FOR UPDATE");
            long start = System.nanoTime();
            Thread online = new Thread(() -> database.execute("UPDATE orders SET status = 'PAID' WHERE id = 1"));
            online.start();
            while (database.number("SELECT COUNT(*) FROM performance_schema.data_lock_waits") == 0) {
                Thread.onSpinWait();
            }
            holder.commit();
            online.join();
            double felt = System.nanoTime() - start;
            awaitCount(database, 4);
            LatencyHistogram seen = read.latencies();
            assertThat(seen.total()).isEqualTo(1);
            assertThat(seen.quantileNanos(0.5)).isLessThan(felt * 1.05).isGreaterThan(1e6);
        }
    }

    @EachServer(
            only = {ServerKind.MYSQL_DEV, ServerKind.MYSQL_8_0},
            sharing = Sharing.DEDICATED)
    void truncatedStatisticsAreADroppedSampleAndNotZeroLatency(TestDatabase database) throws Exception {
        create(database);
        run(database, 10);
        try (StatementLatency signal = StatementLatency.of(database.dataSource(), resolve(database, ONLINE))) {
            Read read = new Read(signal);
            read.staleReason();
            database.execute("TRUNCATE TABLE performance_schema.events_statements_summary_by_digest");
            assertThat(read.staleReason()).contains("not counted this statement");
            run(database, 2);
            awaitCount(database, 2);
            assertThat(read.staleReason()).contains("first time");
            run(database, 5);
            awaitCount(database, 7);
            assertThat(read.latencies().total()).isEqualTo(5);
            database.execute("TRUNCATE TABLE performance_schema.events_statements_summary_by_digest");
            run(database, 1);
            awaitCount(database, 1);
            assertThat(read.staleReason()).contains("backwards");
        }
    }

    /** Our edges are computed; the server's are the truth. */
    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MYSQL_8_0})
    void bucketsAreTheServers(TestDatabase database) {
        create(database);
        run(database, 1);
        StatementKey key = resolve(database, ONLINE);
        List<Map<String, @Nullable Object>> buckets =
                database.rows("SELECT BUCKET_NUMBER AS n, BUCKET_TIMER_LOW AS low, BUCKET_TIMER_HIGH AS high"
                        + " FROM performance_schema.events_statements_histogram_by_digest WHERE SCHEMA_NAME = '"
                        + database.schema() + "' AND DIGEST = '" + key.digest() + "' ORDER BY 1");
        assertThat(buckets).hasSize(LatencyHistogram.BUCKETS);
        for (Map<String, @Nullable Object> bucket : buckets) {
            int number = Integer.parseInt(String.valueOf(bucket.get("n")));
            double low = Double.parseDouble(String.valueOf(bucket.get("low"))) / 1e3;
            double high = Double.parseDouble(String.valueOf(bucket.get("high"))) / 1e3;
            assertThat(LatencyHistogram.lowNanos(number)).isCloseTo(low, within(low * 1e-4 + 1));
            if (number < LatencyHistogram.BUCKETS - 1) {
                assertThat(LatencyHistogram.highNanos(number)).isCloseTo(high, within(high * 1e-4 + 1));
                assertThat(LatencyHistogram.bucket((low + high) / 2)).isEqualTo(number);
            }
        }
    }

    /** 10 000 digests are 4.5 million buckets: the read has to go by key. */
    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MYSQL_8_0})
    void theHistogramIsReadByKey(TestDatabase database) {
        assertThat(database.rows("EXPLAIN FORMAT=TRADITIONAL "
                        + dev.rowlock.pacing.internal.sql.SignalStatements.HISTOGRAM_OF_STATEMENT
                                .replaceFirst("\\?", "'shop'")
                                .replaceFirst("\\?", "'" + "0".repeat(64) + "'")))
                .allSatisfy(row -> assertThat(row.get("key")).isEqualTo("SCHEMA_NAME"));
    }

    /** The server counts a statement after it has answered: a moment too late for a test that asks at once. */
    private static void awaitCount(TestDatabase database, int runs) {
        String digest = resolve(database, ONLINE).digest();
        await().pollInterval(Duration.ofMillis(5))
                .until(() ->
                        database.number("SELECT COUNT_STAR FROM performance_schema.events_statements_summary_by_digest"
                                        + " WHERE SCHEMA_NAME = '" + database.schema() + "' AND DIGEST = '" + digest
                                        + "'")
                                >= runs);
    }

    private static void create(TestDatabase database) {
        database.execute(
                "CREATE TABLE orders (id INT PRIMARY KEY, status VARCHAR(16) NOT NULL)",
                "INSERT INTO orders VALUES (1, 'NEW'), (2, 'NEW')");
    }

    private static StatementKey resolve(TestDatabase database, String statement) {
        try (Connection connection = database.connect()) {
            return new StatementFinder(connection).resolve(statement);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static void run(TestDatabase database, int times) {
        try (Connection connection = database.connect();
                PreparedStatement update = connection.prepareStatement(ONLINE)) {
            for (int i = 0; i < times; i++) {
                update.setString(1, "S" + i);
                update.setInt(2, 1 + i % 2);
                update.executeUpdate();
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}

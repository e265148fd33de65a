package dev.rowlock.diagnose.internal.collision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ServerFamily;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Rows are counted along keys of any kind, and placed where the server's order has them. */
final class CountingTest {
    private static final String NUMBERS = """
            INSERT INTO t (%s)
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT %s FROM n
            """;

    private static void fill(TestDatabase database, String columns, int rows, String values) {
        String limit = database.isMariaDb() ? "max_recursive_iterations" : "cte_max_recursion_depth";
        database.execute(
                "SET SESSION " + limit + " = 1000000", NUMBERS.formatted(columns, rows, values), "ANALYZE TABLE t");
    }

    private static ServerFamily family(TestDatabase database) {
        return database.isMariaDb() ? ServerFamily.MARIADB : ServerFamily.MYSQL;
    }

    @EachServer
    void countsAlongTextInTheServersOrder(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE t (a VARCHAR(30), b SMALLINT UNSIGNED, status INT, PRIMARY KEY (a, b))"
                + " DEFAULT CHARSET utf8mb4 COLLATE utf8mb4_unicode_ci");
        // Upper and lower case and an umlaut: Java's order is another one.
        fill(database, "a, b, status", 9_000, "CONCAT(ELT(1 + i % 3, 'b', 'Ä', 'C'), i % 50), i, i % 3");
        try (ReadSession session = ReadSession.open(database.dataSource(), family(database))) {
            Target target = Target.resolve(session.connection(), TableName.of("t"), "status = 1", List.of());
            RowCount count = new KeyWalk(target, session, 9_000, 1_000_000).count(ChunkVisitor.NONE);
            assertThat(count.rows().value()).isEqualTo(3_000);
            assertThat(count.rows().isExact()).isTrue();
            assertThat(count.parts()).hasSizeBetween(5, 20);
            assertThat(count.parts().stream()
                            .mapToDouble(part -> part.rows().value())
                            .sum())
                    .isEqualTo(3_000);
            List<RowKey> all = new dev.rowlock.mysql.table.Call(
                            session.connection(), "SELECT a, b FROM t WHERE status = 1")
                    .query(target::read);
            Located located = new Locator(target, session, count.parts()).locate(all);
            for (int part = 0; part < count.parts().size(); part++) {
                assertThat((double) located.in(part))
                        .isEqualTo(count.parts().get(part).rows().value());
            }
            assertThat(located.nowhere() + located.beyond()).isZero();
            assertThat(new Locator(target, session, count.parts())
                            .locate(List.of(RowKey.of("nobody", 1)))
                            .nowhere())
                    .isEqualTo(1);
        }
    }

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void numbersAbove63BitsAreKeysLikeOthers(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE t (id BIGINT UNSIGNED PRIMARY KEY, status INT)");
        fill(database, "id, status", 6_000, "18446744073709551615 - CAST(i AS UNSIGNED) * 3000000000000000, i % 2");
        try (ReadSession session = ReadSession.open(database.dataSource(), family(database))) {
            Target target = Target.resolve(session.connection(), TableName.of("t"), "status = 1", List.of());
            RowCount walked = new KeyWalk(target, session, 6_000, 1_000_000).count(ChunkVisitor.NONE);
            assertThat(walked.rows().value()).isEqualTo(3_000);
            RowCount sampled = new KeyWindows(target, session, 6_000, new SplittableRandom(1)).count(ChunkVisitor.NONE);
            assertThat(sampled.rows().value()).isCloseTo(3_000, withinPercentage(10));
        }
    }

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_SYSTEM})
    void aTableThatIsTooLargeToCountIsSampled(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, status INT, modified_at DATETIME(6))");
        // Gaps in the key, and the rows that match lie in its last third.
        fill(database, "id, status", 120_000, "i * 7 + i % 5, i > 80000 AND i % 4 = 0");
        try (ReadSession session = ReadSession.open(database.dataSource(), family(database))) {
            Target target = Target.resolve(session.connection(), TableName.of("t"), "status = 1", List.of());
            List<Long> read = new ArrayList<>();
            RowCount count = new KeyWindows(target, session, 600_000, new SplittableRandom(5))
                    .count(chunk -> read.add(chunk.matching()));
            assertThat(count.rows().value()).isCloseTo(10_000, withinPercentage(5));
            assertThat(10_000.0).isBetween(count.rows().low(), count.rows().high());
            assertThat(count.parts()).hasSizeBetween(6, 8);
            assertThat(read.stream().mapToLong(rows -> rows).sum()).isLessThan(9_000);

            RowCount beginning = new KeyWalk(target, session, 120_000, 50_000).count(ChunkVisitor.NONE);
            assertThat(beginning.reach()).isEqualTo(RowCount.Reach.BEGINNING);
            assertThat(beginning.notes()).singleElement().asString().contains("the first", "up to");
        }
    }

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void aSampleTellsWhichRowsWereWrittenMeanwhile(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, status INT, modified_at DATETIME(6))");
        fill(database, "id, status", 80_000, "i, i % 2");
        try (ReadSession session = ReadSession.open(database.dataSource(), family(database))) {
            Target target = Target.resolve(session.connection(), TableName.of("t"), "status = 1", List.of());
            Column column = TimeColumn.of(target.shape(), null).orElseThrow();
            TimeSample chosen = new TimeSample(target, session, column, 2);
            new KeyWalk(target, session, 80_000, 1_000_000).count(chosen);
            TimeSample windows = new TimeSample(target, session, column, 1);
            new KeyWindows(target, session, 4_000_000, new SplittableRandom(3)).count(windows);
            assertThat(chosen.sampled()).hasSizeBetween(19_500, 20_500).doesNotHaveDuplicates();
            assertThat(windows.sampled()).hasSizeGreaterThan(3_000).hasSizeLessThan(5_000);

            // One row in twenty is written or deleted, all of them in the last tenth of the key range.
            database.execute(
                    "UPDATE t SET modified_at = NOW(6), status = 7 WHERE id > 72000 AND id % 4 = 1",
                    "DELETE FROM t WHERE id > 72000 AND id % 4 = 1 AND id % 8 = 1");
            chosen.readAgain(Duration.ZERO);
            windows.readAgain(Duration.ZERO);
            assertThat((double) chosen.written().size() / chosen.sampled().size())
                    .isCloseTo(0.05, withinPercentage(10));
            assertThat((double) windows.written().size() / windows.sampled().size())
                    .isCloseTo(0.05, withinPercentage(10));
            assertThat(windows.outcomes().stream()
                            .mapToInt(TimeSample.Outcome::written)
                            .sum())
                    .isEqualTo(windows.written().size());
        }
    }
}

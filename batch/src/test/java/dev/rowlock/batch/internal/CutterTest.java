package dev.rowlock.batch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.ShardRule;
import dev.rowlock.batch.fixture.KeyedTable;
import dev.rowlock.batch.internal.sql.TargetStatements;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** Rule C3: shards hold about the same number of rows, whatever the keys are, and finding them is no scan. */
@EachServer
final class CutterTest {
    private static final int ROWS = 4_000;
    private static final int SHARDS = 4;

    /** About 130 for numbers, 2 000 for texts of several scripts, each of one row or one plan. */
    private static final long QUESTIONS = 3_000;

    @Test
    void shardsAreAboutEven(TestDatabase database) throws SQLException {
        SoftAssertions each = new SoftAssertions();
        for (KeyedTable table : KeyedTable.all(database, ROWS)) {
            table.create(database);
            BatchPlan plan = table.counting().shards(ShardRule.ranges(SHARDS)).build();
            try (Connection connection = database.connect()) {
                Starter.Checked checked = Starter.check(connection, plan);
                database.resetCounts();
                List<Shard.Place> places = new Cutter(connection, checked.target(), checked.sql()).cut(plan, 1);
                each.assertThat(database.statements())
                        .as("questions for %s", table)
                        .isLessThan(QUESTIONS);
                List<Integer> sizes = sizes(connection, checked, places);
                each.assertThat(sizes.stream().mapToInt(Integer::intValue).sum())
                        .as("%s: %s", table, sizes)
                        .isEqualTo(table.values().size());
                if (table.values().size() == ROWS) {
                    each.assertThat(sizes)
                            .as("%s", table)
                            .hasSize(SHARDS)
                            .allSatisfy(
                                    size -> assertThat(size).isBetween(ROWS / SHARDS * 2 / 3, ROWS / SHARDS * 4 / 3));
                }
            }
        }
        each.assertAll();
    }

    private static List<Integer> sizes(Connection connection, Starter.Checked checked, List<Shard.Place> places)
            throws SQLException {
        List<Integer> sizes = new ArrayList<>();
        for (Shard.Place place : places) {
            sizes.add(checked.sql()
                    .range(connection, TargetStatements.TARGET_SCAN, place.afterOrNull(), place.upToOrNull(), place)
                    .with((long) ROWS)
                    .query(row -> 1)
                    .size());
        }
        return sizes;
    }
}

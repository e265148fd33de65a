package dev.rowlock.diagnose.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.diagnose.Side;
import dev.rowlock.diagnose.Sides;
import dev.rowlock.diagnose.SqlDisplay;
import dev.rowlock.diagnose.fixture.Provocation;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Real deadlocks on each server. */
@EachServer
final class DeadlockWatchTest {
    @Test
    void handsOutEachNewDeadlockOnceAndCountsWhatItCouldNotSee(TestDatabase database) throws SQLException {
        Provocation.createOrders(database);
        Provocation.crossUpdate(database);
        DeadlockWatch watch = new DeadlockWatch(database.dataSource(), Sides.byComment(), SqlDisplay.MASKED);

        Look first = watch.look();
        assertThat(first.fresh()).isEmpty();
        assertThat(first.before()).isPresent();
        assertThat(first.notes()).isEmpty();

        Provocation.batchAgainstOnline(database);
        Look second = watch.look();
        assertThat(second.fresh())
                .hasValueSatisfying(
                        deadlock -> assertThat(deadlock.victimSide()).isEqualTo(Side.ONLINE));
        assertThat(watch.look().fresh()).isEmpty();
        assertThat(watch.metrics().unseen()).isZero();

        Provocation.crossUpdate(database);
        Provocation.crossUpdate(database);
        Provocation.batchAgainstOnline(database);
        assertThat(watch.look().fresh()).isPresent();
        assertThat(watch.look().fresh()).isEmpty();
        DeadlockMetrics metrics = watch.metrics();
        assertThat(metrics.seen()).isEqualTo(2);
        assertThat(metrics.unseen()).isEqualTo(2);
        assertThat(metrics.droppedSamples()).isZero();
        assertThat(metrics.seen(Side.ONLINE)).isEqualTo(2);
        assertThat(metrics.byKind())
                .containsEntry(
                        new DeadlockKind(
                                List.of(
                                        "UPDATE orders SET amount = amount + ? WHERE id = ?",
                                        "UPDATE orders SET status = status + ? WHERE id BETWEEN ? AND ?"),
                                Side.ONLINE),
                        2L);
        assertThat(PrometheusText.of(metrics))
                .contains(
                        "rowlock_deadlocks_total{statements=\"UPDATE orders SET amount = amount + ? WHERE id = ? <>"
                                + " UPDATE orders SET status = status + ? WHERE id BETWEEN ? AND ?\",victim_side=\"online\"} 2\n")
                .contains("rowlock_deadlocks_unseen_total 2\n");
    }

    /** A quiet server is asked for its counter alone. */
    @Test
    void aLookWithoutNewsIsOneStatement(TestDatabase database) {
        DeadlockWatch watch = new DeadlockWatch(database.dataSource(), Sides.byComment(), SqlDisplay.MASKED);
        watch.look();
        database.resetCounts();
        watch.look();
        assertThat(database.statements()).isEqualTo(1);
    }

    @Test
    void twoWatchesKeepOneHistory(TestDatabase database) throws SQLException {
        Provocation.createOrders(database);
        DeadlockWatch one = new DeadlockWatch(database.dataSource(), Sides.byComment(), SqlDisplay.MASKED);
        DeadlockWatch two = new DeadlockWatch(database.dataSource(), Sides.byComment(), SqlDisplay.AS_PRINTED);
        DeadlockHistory history = Histories.of(database, Retention.standard());
        history.create();
        history.create();
        history.check();
        one.look();
        two.look();
        Provocation.crossUpdate(database);
        Look seenByOne = one.look();
        Look seenByTwo = two.look();
        assertThat(history.add(seenByOne.server(), seenByOne.fresh().orElseThrow()))
                .isTrue();
        assertThat(history.add(seenByTwo.server(), seenByTwo.fresh().orElseThrow()))
                .isFalse();
        assertThat(database.rows("SELECT * FROM rowlock_deadlock"))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.get("happened_at")).isNotNull();
                    assertThat(row.get("victim_side")).isEqualTo("unknown");
                    assertThat(row.toString())
                            .contains("SET note = ? WHERE id = ?")
                            .doesNotContain("secret", "4711");
                });
    }
}

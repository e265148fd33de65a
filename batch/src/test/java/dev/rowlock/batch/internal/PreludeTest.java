package dev.rowlock.batch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.internal.GuardSetup.Origin;
import dev.rowlock.batch.internal.GuardSetup.Part;
import dev.rowlock.batch.internal.GuardSetup.Watched;
import dev.rowlock.pacing.Evidence;
import dev.rowlock.pacing.Guard;
import dev.rowlock.pacing.GuardReading;
import dev.rowlock.pacing.LatencyHistogram;
import dev.rowlock.pacing.LatencyHistory;
import dev.rowlock.pacing.Limit;
import dev.rowlock.pacing.Reading;
import dev.rowlock.pacing.Unit;
import dev.rowlock.pacing.signal.SuppliedSignal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is guarded follows from what ran before the first chunk. */
final class PreludeTest {
    private static final Duration START = Duration.ofHours(1);
    private static final Watched UPDATE = watched("update", Origin.FOUND, Part.STATEMENT, "1.1x");
    private static final Watched DELETE = watched("delete", Origin.FOUND, Part.STATEMENT, "1.1x");
    private static final Watched COMMIT = watched("commit", Origin.FOUND, Part.COMMIT, "1.1x");
    private static final Watched NAMED = watched("commit", Origin.NAMED, Part.COMMIT, "5ms");

    private static Watched watched(String name, Origin origin, Part part, String limit) {
        Guard guard = new Guard(name, Duration.ofSeconds(2), Unit.NANOSECONDS, Limit.parse(limit));
        return new Watched(
                SuppliedSignal.of(name, Unit.NANOSECONDS, Duration.ofSeconds(2), () -> 1.0), guard, origin, part);
    }

    @Test
    void commitsOfTransactionsAreHeard() {
        // Transactions of two statements, of ten, and an application of which every tenth writer is not in autocommit
        // mode.
        assertThat(heard(Map.of(UPDATE, 320, COMMIT, 160))).containsExactly("update", "commit");
        assertThat(heard(Map.of(UPDATE, 320, DELETE, 160, COMMIT, 48))).containsExactly("update", "delete", "commit");
    }

    @Test
    void aFewCommitsAreNoFigureToHoldABatchAgainst() {
        assertThat(heard(Map.of(UPDATE, 320, COMMIT, 20))).containsExactly("update");
        assertThat(heard(Map.of(UPDATE, 320, COMMIT, 0))).containsExactly("update");
        assertThat(heard(Map.of(UPDATE, 10, COMMIT, 4))).containsExactly("update"); // fewer than a P99 needs
        assertThat(heard(Map.of(UPDATE, 0, COMMIT, 400))).isEmpty(); // of other tables
    }

    @Test
    void whatThePlanNamesIsHeardHoweverLittleItRuns() {
        assertThat(heard(Map.of(UPDATE, 320, NAMED, 1))).containsExactly("update", "commit");
    }

    /** Commits that are not guarded prolong nothing; those that are get as many samples as any statement. */
    @Test
    void onlyCommitsThatAreGuardedAreWaitedFor() {
        assertThat(seconds(Map.of(UPDATE, 320, COMMIT, 0))).isEqualTo(10);
        assertThat(seconds(Map.of(UPDATE, 320, COMMIT, 5))).isEqualTo(10);
        assertThat(seconds(Map.of(UPDATE, 320, COMMIT, 160))).isEqualTo(10);
        assertThat(seconds(Map.of(UPDATE, 320, COMMIT, 80))).isBetween(15.0, 17.0);
        assertThat(seconds(Map.of(UPDATE, 320, COMMIT, 40))).isEqualTo(20);
    }

    @Test
    void theBaselineHasAllThatWasHeard() {
        Prelude prelude = new Prelude(List.of(UPDATE, COMMIT), START);
        run(prelude, Map.of(UPDATE, 320, COMMIT, 160));
        assertThat(prelude.baseline().of("update").orElseThrow().perSecond()).isBetween(300.0, 340.0);
        assertThat(prelude.baseline().of("commit").orElseThrow().perSecond()).isBetween(150.0, 170.0);
    }

    private static List<String> heard(Map<Watched, Integer> perSecond) {
        Prelude prelude = new Prelude(inOrder(perSecond), START);
        run(prelude, perSecond);
        return prelude.heard().stream().map(each -> each.guard().signal()).toList();
    }

    private static List<Watched> inOrder(Map<Watched, Integer> perSecond) {
        return List.of(UPDATE, DELETE, COMMIT, NAMED).stream()
                .filter(perSecond::containsKey)
                .toList();
    }

    private static double seconds(Map<Watched, Integer> perSecond) {
        return run(new Prelude(inOrder(perSecond), START), perSecond);
    }

    /** Two reads a second until it is ready; after how many seconds that was. */
    private static double run(Prelude prelude, Map<Watched, Integer> perSecond) {
        Map<Watched, LatencyHistory> histories = new HashMap<>();
        for (int half = 1; ; half++) {
            Duration now = START.plusMillis(500L * half);
            List<GuardReading> readings = new ArrayList<>();
            for (Map.Entry<Watched, Integer> each : perSecond.entrySet()) {
                long[] counts = new long[LatencyHistogram.BUCKETS];
                long rate = each.getValue();
                counts[100] = rate / 2 + (rate % 2) * (half % 2);
                LatencyHistory history = histories
                        .getOrDefault(each.getKey(), LatencyHistory.empty())
                        .plus(new LatencyHistory.Slice(now.minusMillis(500), now, LatencyHistogram.of(counts)));
                histories.put(each.getKey(), history);
                readings.add(new GuardReading(
                        each.getKey().guard(), new Reading.Fresh(1, "", now, new Evidence.Latencies(history))));
            }
            prelude.add(readings);
            if (prelude.ready(now)) {
                return half / 2.0;
            }
        }
    }
}

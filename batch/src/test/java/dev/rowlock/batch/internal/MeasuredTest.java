package dev.rowlock.batch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.internal.GuardSetup.Origin;
import dev.rowlock.batch.internal.GuardSetup.Part;
import dev.rowlock.batch.internal.GuardSetup.Watched;
import dev.rowlock.pacing.Baseline;
import dev.rowlock.pacing.Guard;
import dev.rowlock.pacing.LatencyHistogram;
import dev.rowlock.pacing.Limit;
import dev.rowlock.pacing.Unit;
import dev.rowlock.pacing.signal.SuppliedSignal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What follows from the baseline: how long a chunk may hold its rows, and how much online traffic there is. */
final class MeasuredTest {
    private static final Watched UPDATE = watched("update", Part.STATEMENT, "1.1x");
    private static final Watched DELETE = watched("delete", Part.STATEMENT, "1.1x");
    private static final Watched COMMIT = watched("commit", Part.COMMIT, "1.1x");
    private static final Watched STRICT = watched("commit", Part.COMMIT, "1500us");

    private static Watched watched(String name, Part part, String limit) {
        Guard guard = new Guard(name, Duration.ofSeconds(2), Unit.NANOSECONDS, Limit.parse(limit));
        return new Watched(
                SuppliedSignal.of(name, Unit.NANOSECONDS, Duration.ofSeconds(2), () -> 1.0), guard, Origin.FOUND, part);
    }

    private static Measured measured(Map<Watched, Double> millis) {
        Map<String, Baseline.Figure> figures = new LinkedHashMap<>();
        millis.forEach((watched, p99) -> figures.put(
                watched.guard().signal(),
                new Baseline.Figure(p99 * 1e6, 5_000, 320, 2, true, LatencyHistogram.empty())));
        return new Measured(
                List.of(UPDATE, DELETE, COMMIT, STRICT).stream()
                        .filter(millis::containsKey)
                        .toList(),
                new Baseline(figures));
    }

    @Test
    void aChunkTakesAboutTheP99OfTheFastestStatement() {
        assertThat(measured(Map.of(UPDATE, 4.0, DELETE, 3.0)).chunk()).isEqualTo(Duration.ofMillis(3));
        assertThat(measured(Map.of(UPDATE, 0.26)).chunk()).isEqualTo(Duration.ofMillis(1));
        assertThat(measured(Map.of()).chunk()).isNull();
    }

    /** Chunks of a statement's 0.26 ms would be a hundred commits a second, each of which online COMMITs queue behind. */
    @Test
    void besideTransactionsOfTheirOwnItTakesAsLongAsTheirCommitIfThatIsLonger() {
        assertThat(measured(Map.of(UPDATE, 0.26, COMMIT, 1.8)).chunk()).isEqualTo(Duration.ofNanos(1_800_000));
        assertThat(measured(Map.of(UPDATE, 0.26, DELETE, 9.0, COMMIT, 1.8)).chunk())
                .isEqualTo(Duration.ofNanos(1_800_000));
        assertThat(measured(Map.of(UPDATE, 6.0, COMMIT, 1.8)).chunk()).isEqualTo(Duration.ofMillis(6));
        assertThat(measured(Map.of(UPDATE, 0.26, STRICT, 1.8)).chunk()).isEqualTo(Duration.ofNanos(1_500_000));
        assertThat(measured(Map.of(COMMIT, 1.8)).chunk()).isEqualTo(Duration.ofNanos(1_800_000));
    }

    @Test
    void commitsAreNoStatementsMore() {
        assertThat(measured(Map.of(UPDATE, 0.26, DELETE, 1.0, COMMIT, 1.8)).onlineRate())
                .isEqualTo(640);
        assertThat(measured(Map.of(COMMIT, 1.8)).onlineRate()).isEqualTo(320);
    }

    /** Where a remembered table begins is read by the line that the guard itself is held to. */
    @Test
    void theLineIsTheGuardsOwn() {
        assertThat(measured(Map.of(UPDATE, 0.26)).line()).hasValue(0.36e6);
        assertThat(measured(Map.of(STRICT, 1.8)).line()).hasValue(1.5e6);
        assertThat(measured(Map.of()).line()).isEmpty();
    }
}

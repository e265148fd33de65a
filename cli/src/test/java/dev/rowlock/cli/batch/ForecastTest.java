package dev.rowlock.cli.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.Counts;
import dev.rowlock.batch.OnlineTraffic;
import dev.rowlock.batch.RunState;
import dev.rowlock.batch.RunStatus;
import dev.rowlock.batch.Window;
import dev.rowlock.mysql.TableName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a run will be through (C11). */
final class ForecastTest {
    private static final Instant TWO = Instant.parse("2026-11-30T02:00:00Z");

    private static RunStatus status(long scanned, long estimate, RunState state) {
        return new RunStatus(
                1,
                BatchPlan.builder(TableName.of("t"), "TRUE", new Action.Delete())
                        .window(Window.parse("02:00-03:00", Window.AtEnd.WAIT))
                        .build(),
                "shop.t",
                state,
                "",
                "auto",
                0,
                "",
                0,
                null,
                "",
                OnlineTraffic.UNSEEN,
                0,
                estimate,
                Duration.ofSeconds(100),
                1,
                new Counts(scanned, 0, 0, 0, 0),
                List.of());
    }

    @Test
    void isLateWhenMoreIsLeftThanTheWindowHas() {
        Forecast slow = Forecast.overall(status(10_000, 1_000_000, RunState.RUNNING), TWO);
        assertThat(slow.left()).contains(Duration.ofSeconds(9_900));
        assertThat(slow.windowLeft()).contains(Duration.ofHours(1));
        assertThat(slow.isLate()).isTrue();
        Forecast fast = Forecast.overall(status(500_000, 1_000_000, RunState.RUNNING), TWO);
        assertThat(fast.left()).contains(Duration.ofSeconds(100));
        assertThat(fast.isLate()).isFalse();
    }

    @Test
    void doesNotGuessWhenThereWereMoreRowsThanTheServerBelieved() {
        Forecast forecast = Forecast.overall(status(1_200_000, 1_000_000, RunState.RUNNING), TWO);
        assertThat(forecast.left()).isEmpty();
        assertThat(forecast.share()).isLessThan(1);
        assertThat(Forecast.overall(status(1_200_000, 1_000_000, RunState.DONE), TWO)
                        .share())
                .isEqualTo(1);
    }

    @Test
    void followsTheSpeedOfLate() {
        Forecast.Meter meter = new Forecast.Meter();
        meter.saw(status(0, 1_000_000, RunState.RUNNING), 0, TWO);
        for (int second = 1; second <= 60; second++) {
            meter.saw(status(second * 100L, 1_000_000, RunState.RUNNING), second * 1_000_000_000L, TWO);
        }
        for (int second = 61; second < 100; second++) {
            meter.saw(
                    status(6_000 + (second - 60) * 10_000L, 1_000_000, RunState.RUNNING), second * 1_000_000_000L, TWO);
        }
        Forecast forecast = meter.saw(status(406_000, 1_000_000, RunState.RUNNING), 100_000_000_000L, TWO);
        assertThat(forecast.lookedAt()).isEqualTo(10_000);
        assertThat(forecast.left().orElseThrow()).isEqualTo(Duration.ofMillis(59_400));
    }
}

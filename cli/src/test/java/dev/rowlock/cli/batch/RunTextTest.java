package dev.rowlock.cli.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.Counts;
import dev.rowlock.batch.OnlineTraffic;
import dev.rowlock.batch.RunState;
import dev.rowlock.batch.RunStatus;
import dev.rowlock.batch.ShardStatus;
import dev.rowlock.batch.Window;
import dev.rowlock.mysql.TableName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What people and programs are shown of a run while it goes. */
final class RunTextTest {
    private static final Counts COUNTS = new Counts(500_000, 300_000, 299_970, 20, 0);

    private static RunStatus status(OnlineTraffic online) {
        return new RunStatus(
                7,
                BatchPlan.builder(TableName.of("t"), "TRUE", new Action.Delete())
                        .window(Window.parse("02:00-03:00", Window.AtEnd.WAIT))
                        .build(),
                "shop.t",
                RunState.RUNNING,
                "",
                "auto",
                4_200,
                "p99 near its limit",
                4_000,
                "p99(UPDATE t ...) 1.9ms (320/s)",
                "p99(UPDATE t ...)=2.1ms",
                online,
                1,
                1_000_000,
                Duration.ofSeconds(100),
                1,
                COUNTS,
                List.of(new ShardStatus(0, "scan", "processing", "me", 42, COUNTS)));
    }

    private static final RunStatus WATCHED =
            status(new OnlineTraffic(Duration.ofNanos(2_104_000), Duration.ofNanos(1_900_000), 3));

    private static Forecast forecast(RunStatus status) {
        return Forecast.overall(status, Instant.parse("2026-11-30T02:58:00Z"));
    }

    @Test
    void theLiveLineHasAllThereIsToWatch() {
        assertThat(RunText.progress(WATCHED, forecast(WATCHED)))
                .isEqualTo(
                        "[##########----------]  50 %  changed 299,970  4,000 rows/s  ETA 1 min 40 s  limit 4,200 (p99 near its limit)"
                                + "  online P99 2.10 ms of 1.90 ms before  deadlocks: online 3, batch 1  skipped 42, held 10"
                                + "  window 02:00-03:00 UTC closes in 2 min 0 s");
    }

    @Test
    void itSaysWhatNobodyKnows() {
        RunStatus unseen = status(OnlineTraffic.UNSEEN);
        assertThat(RunText.progress(unseen, forecast(unseen)))
                .contains("online P99 unknown  deadlocks: online 0, batch 1");
    }

    @Test
    void programsGetFiguresWithTheirUnitInTheName() {
        Map<String, Object> json = RunJson.progress("progress", WATCHED, forecast(WATCHED));
        assertThat(json)
                .containsEntry("onlineP99Millis", 2.104)
                .containsEntry("baselineP99Millis", 1.9)
                .containsEntry("onlineDeadlocks", 3L)
                .containsEntry("batchDeadlocks", 1L)
                .containsEntry("skipped", 42L)
                .containsEntry("held", 10L)
                .containsEntry("rowsPerSecond", 4_000L)
                .containsEntry("limit", 4_200L)
                .containsEntry("limitReason", "p99 near its limit")
                .containsEntry("secondsLeft", 100L)
                .containsEntry("windowSecondsLeft", 120L)
                .containsEntry("late", false);
        RunStatus unseen = status(OnlineTraffic.UNSEEN);
        assertThat(RunJson.progress("progress", unseen, forecast(unseen)))
                .containsEntry("onlineP99Millis", null)
                .containsEntry("baselineP99Millis", null);
    }
}

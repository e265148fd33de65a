package dev.rowlock.batch.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.Window;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** When work ends that goes on only while a window is open (C11). */
final class WindowWalkTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

    @Test
    void withoutAWindowItJustGoesOn() {
        assertThat(WindowWalk.end(null, NOON, Duration.ofHours(3))).isEqualTo("2026-11-30T15:00:00Z");
    }

    @Test
    void waitsForTheNextDayAndTheOneAfter() {
        Window window = Window.parse("02:00-04:00", Window.AtEnd.WAIT);
        assertThat(WindowWalk.end(window, NOON, Duration.ofHours(1))).isEqualTo("2026-12-01T03:00:00Z");
        assertThat(WindowWalk.end(window, NOON, Duration.ofHours(2))).isEqualTo("2026-12-01T04:00:00Z");
        assertThat(WindowWalk.end(window, NOON, Duration.ofHours(5))).isEqualTo("2026-12-03T03:00:00Z");
    }

    @Test
    void stopsOrFinishesWhenTheWindowCloses() {
        assertThat(WindowWalk.end(Window.parse("02:00-04:00", Window.AtEnd.STOP), NOON, Duration.ofHours(3)))
                .isNull();
        assertThat(WindowWalk.end(Window.parse("02:00-04:00", Window.AtEnd.FINISH), NOON, Duration.ofHours(3)))
                .isEqualTo("2026-12-01T05:00:00Z");
    }

    @Test
    void whatTakesLongerThanAnybodyLivesHasNoEnd() {
        assertThat(WindowWalk.end(null, NOON, Duration.ofDays(365 * 200))).isNull();
        assertThat(WindowWalk.end(Window.parse("02:00-02:01", Window.AtEnd.WAIT), NOON, Duration.ofDays(365)))
                .isNull();
    }
}

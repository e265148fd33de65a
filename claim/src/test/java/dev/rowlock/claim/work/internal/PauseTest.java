package dev.rowlock.claim.work.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Pauses between tries. */
final class PauseTest {
    @Test
    void doublesWithJitterUpToTheLongestAndStartsAgainAfterASuccess() {
        Pause pause = new Pause(Duration.ofNanos(100), Duration.ofNanos(350));
        assertThat(pause.next()).isBetween(50L, 100L);
        assertThat(pause.next()).isBetween(100L, 200L);
        assertThat(pause.next()).isBetween(175L, 350L);
        assertThat(pause.next()).isBetween(175L, 350L);
        pause.reset();
        assertThat(pause.next()).isBetween(50L, 100L);
    }

    @Test
    void aLongestBelowTheFirstIsTheFirst() {
        Pause pause = new Pause(Duration.ofNanos(100), Duration.ofNanos(10));
        assertThat(pause.next()).isBetween(50L, 100L);
        assertThat(pause.next()).isBetween(50L, 100L);
    }
}

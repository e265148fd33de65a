package dev.rowlock.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class BackoffTest {
    @Test
    void aFixedPauseIsTheSameEachTime() {
        Backoff backoff = Backoff.fixed(Duration.ofSeconds(5));
        assertThat(backoff.after(1)).isEqualTo(Duration.ofSeconds(5));
        assertThat(backoff.after(1000)).isEqualTo(Duration.ofSeconds(5));
        assertThat(Backoff.fixed(Duration.ZERO).after(3)).isZero();
        assertThatThrownBy(() -> Backoff.fixed(Duration.ofMillis(-1))).isInstanceOf(ConfigurationException.class);
    }

    @Test
    void anExponentialPauseDoublesBetweenThreeQuartersAndAll() {
        Backoff backoff = Backoff.exponential(Duration.ofSeconds(1), Duration.ofMinutes(10));
        for (int attempt = 1; attempt <= 10; attempt++) {
            Duration whole = Duration.ofSeconds(1L << (attempt - 1));
            for (int time = 0; time < 200; time++) {
                assertThat(backoff.after(attempt))
                        .isBetween(whole.multipliedBy(3).dividedBy(4), whole);
            }
        }
    }

    @Test
    void anExponentialPauseEndsAtTheLongestAtAnyAttempt() {
        Backoff backoff = Backoff.exponential(Duration.ofSeconds(1), Duration.ofMinutes(10));
        for (int attempt : new int[] {11, 30, 64, 65, 10_000, Integer.MAX_VALUE}) {
            assertThat(backoff.after(attempt)).isBetween(Duration.ofSeconds(450), Duration.ofMinutes(10));
        }
        Backoff slow = Backoff.exponential(Duration.ofHours(1), Duration.ofDays(30));
        assertThat(slow.after(64)).isLessThanOrEqualTo(Duration.ofDays(30));
    }

    @Test
    void rowsThatFailedTogetherDoNotComeBackTogether() {
        Backoff backoff = Backoff.exponential(Duration.ofSeconds(1), Duration.ofMinutes(10));
        Set<Duration> pauses = new HashSet<>();
        for (int time = 0; time < 100; time++) {
            pauses.add(backoff.after(5));
        }
        assertThat(pauses.size()).isGreaterThan(50);
    }

    @Test
    void boundsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> Backoff.exponential(Duration.ZERO, Duration.ofSeconds(1)))
                .isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> Backoff.exponential(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("PT2S, PT1S");
    }
}

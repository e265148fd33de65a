package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pauses between attempts. */
final class RetryPolicyTest {
    @Test
    void exponentialPausesDoubleWithinTheirJitterAndStopAtTheLongest() {
        RetryPolicy policy = RetryPolicy.exponential(Duration.ofSeconds(1), Duration.ofSeconds(10));
        for (int run = 0; run < 200; run++) {
            assertThat(policy.delay(1)).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
            assertThat(policy.delay(3)).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(4));
            assertThat(policy.delay(5)).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(10));
            assertThat(policy.delay(10_000)).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(10));
        }
        assertThat(IntStream.range(0, 50).mapToObj(run -> policy.delay(3)).distinct())
                .as("jobs that failed together come back apart")
                .hasSizeGreaterThan(5);
    }

    @Test
    void aListsLastPauseHoldsForAllFurtherAttempts() {
        RetryPolicy policy = RetryPolicy.list(Duration.ofSeconds(1), Duration.ofSeconds(30));
        assertThat(IntStream.of(1, 2, 3, 100).mapToObj(policy::delay))
                .containsExactly(
                        Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofSeconds(30));
        assertThatThrownBy(RetryPolicy::list).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> RetryPolicy.fixed(Duration.ofSeconds(-1))).isInstanceOf(ConfigurationException.class);
    }

    @Test
    void jitterStaysWithinItsShareAndReachesBothEnds() {
        RetryPolicy policy = RetryPolicy.fixed(Duration.ofSeconds(10)).withJitter(0.2);
        List<Duration> drawn =
                IntStream.range(0, 5_000).mapToObj(run -> policy.delay(1)).toList();
        assertThat(drawn)
                .allSatisfy(pause -> assertThat(pause).isBetween(Duration.ofSeconds(8), Duration.ofSeconds(10)));
        assertThat(drawn).anyMatch(pause -> pause.compareTo(Duration.ofMillis(8_100)) < 0);
        assertThat(drawn).anyMatch(pause -> pause.compareTo(Duration.ofMillis(9_900)) > 0);
        assertThat(RetryPolicy.fixed(Duration.ofSeconds(3)).withJitter(0).delay(7))
                .isEqualTo(Duration.ofSeconds(3));
        RetryPolicy whole =
                RetryPolicy.list(Duration.ZERO, Duration.ofNanos(900)).withJitter(1);
        assertThat(whole.delay(1)).isZero();
        assertThat(whole.delay(2)).isZero();
        assertThatThrownBy(() -> policy.withJitter(1.01))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("1.01");
        assertThatThrownBy(() -> policy.withJitter(Double.NaN)).isInstanceOf(ConfigurationException.class);
    }

    @Test
    void pausesGrowByTheirFactorAndNeverOverflow() {
        RetryPolicy threefold = RetryPolicy.exponential(Duration.ofMillis(100), 3, Duration.ofHours(2));
        assertThat(threefold.delay(2)).isBetween(Duration.ofMillis(150), Duration.ofMillis(300));
        assertThat(threefold.delay(4)).isBetween(Duration.ofMillis(1_350), Duration.ofMillis(2_700));
        RetryPolicy fastest = RetryPolicy.exponential(Duration.ofNanos(1), 1_000, RetryPolicy.LONGEST);
        for (int attempt : new int[] {Integer.MIN_VALUE, -1, 0, 1, 2, 60, 1_000_000, Integer.MAX_VALUE}) {
            assertThat(fastest.delay(attempt)).isBetween(Duration.ZERO, RetryPolicy.LONGEST);
            assertThat(RetryPolicy.standard().delay(attempt)).isBetween(Duration.ZERO, Duration.ofHours(1));
            assertThat(RetryPolicy.list(Duration.ofSeconds(1)).delay(attempt)).isEqualTo(Duration.ofSeconds(1));
        }
        assertThat(fastest.delay(Integer.MAX_VALUE)).isGreaterThanOrEqualTo(RetryPolicy.LONGEST.dividedBy(2));
    }

    @Test
    void absurdPausesAreRefusedWhereTheyAreWritten() {
        Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
        assertThatThrownBy(() -> RetryPolicy.fixed(forEver)).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> RetryPolicy.list(Duration.ZERO, forEver)).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> RetryPolicy.exponential(Duration.ofSeconds(1), forEver))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("ten years");
        assertThatThrownBy(() -> RetryPolicy.exponential(Duration.ofSeconds(1), 0.5, Duration.ofHours(1)))
                .isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> RetryPolicy.exponential(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .isInstanceOf(ConfigurationException.class);
    }
}

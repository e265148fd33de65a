package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;
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
}

package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RetryPolicyTest {
    @Test
    void theStandardIsFiveRunsWithinAboutATenthOfASecond() {
        RetryPolicy standard = RetryPolicy.standard();
        assertThat(standard.attempts()).isEqualTo(5);
        assertThat(standard.firstPause()).isEqualTo(Duration.ofMillis(5));
        assertThat(standard.longestPause()).isEqualTo(Duration.ofMillis(100));
        assertThat(standard.readBackPatience()).isEqualTo(Duration.ofSeconds(10));
        Duration longest = Duration.ZERO;
        for (int run = 1; run < standard.attempts(); run++) {
            longest = longest.plus(Duration.ofMillis(5L << (run - 1)));
        }
        assertThat(longest).isEqualTo(Duration.ofMillis(75));
    }

    @Test
    void neverMeansOneRun() {
        assertThat(RetryPolicy.never().attempts()).isEqualTo(1);
        assertThat(RetryPolicy.never().readBackPatience()).isZero();
    }

    /** For any policy the pause after a run lies between half and all of the first one doubled, and never above the longest. */
    @Test
    void pausesDoubleWithJitterUpToTheLongest() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int policies = 0; policies < 2_000; policies++) {
            Duration first = Duration.ofNanos(random.nextLong(Duration.ofDays(1).toNanos()));
            Duration longest = first.plus(
                    Duration.ofNanos(random.nextLong(Duration.ofDays(365).toNanos())));
            RetryPolicy policy = new RetryPolicy(100, first, longest, Duration.ZERO);
            for (int run = 1; run <= 100; run++) {
                Duration full = first;
                for (int doubled = 1; doubled < run && full.compareTo(longest) < 0; doubled++) {
                    full = full.multipliedBy(2);
                }
                full = full.compareTo(longest) < 0 ? full : longest;
                assertThat(policy.pauseAfter(run, random))
                        .as("after run %s of %s", run, policy)
                        .isBetween(full.dividedBy(2), full);
            }
        }
    }

    @Test
    void aPolicyWithoutPausesPausesForNoTime() {
        RetryPolicy policy = new RetryPolicy(3, Duration.ZERO, Duration.ZERO, Duration.ZERO);
        assertThat(policy.pauseAfter(1, new Random(1))).isZero();
        assertThat(policy.pauseAfter(2, new Random(1))).isZero();
    }

    @Test
    void refusesWhatMakesNoSense() {
        assertRefused(0, Duration.ZERO, Duration.ZERO, Duration.ZERO, "1 to 100, not 0");
        assertRefused(101, Duration.ZERO, Duration.ZERO, Duration.ZERO, "1 to 100, not 101");
        assertRefused(1, Duration.ofMillis(-1), Duration.ZERO, Duration.ZERO, "PT-0.001S");
        assertRefused(1, Duration.ofMillis(2), Duration.ofMillis(1), Duration.ZERO, "PT0.001S");
        assertRefused(1, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(-1), "PT-1S");
    }

    private static void assertRefused(
            int attempts, Duration first, Duration longest, Duration patience, String inMessage) {
        assertThatThrownBy(() -> new RetryPolicy(attempts, first, longest, patience))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(inMessage);
    }
}

package dev.rowlock.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TokenBucketTest {
    private Duration now = Duration.ZERO;

    private long takeFor(TokenBucket bucket, Duration span, int chunk) {
        Duration end = now.plus(span);
        long taken = 0;
        while (now.compareTo(end) < 0) {
            if (bucket.tryTake(chunk)) {
                taken += chunk;
            } else {
                Duration delay = bucket.delay();
                now = now.plus(delay.isZero() ? Duration.ofNanos(1) : delay);
            }
        }
        return taken;
    }

    @Test
    void keepsTheRateWithChunksLargerAndSmallerThanItsBurst() {
        for (int chunk : new int[] {1, 20, 500}) {
            now = Duration.ZERO;
            TokenBucket bucket = TokenBucket.of(() -> now, 4_000);
            assertThat((double) takeFor(bucket, Duration.ofSeconds(60), chunk)).isCloseTo(240_000, within(1_000.0));
        }
    }

    @Test
    void aPauseIsNotMadeUpFor() {
        TokenBucket bucket = TokenBucket.of(() -> now, 4_000);
        now = now.plusSeconds(3_600);
        assertThat(takeFor(bucket, Duration.ofMillis(1), 20)).isLessThanOrEqualTo(440);
    }

    @Test
    void aSmallRateMakesRareChunksAndNotNone() {
        TokenBucket bucket = TokenBucket.of(() -> now, 2);
        assertThat(bucket.tryTake(500)).isTrue();
        assertThat(bucket.tryTake(1)).isFalse();
        assertThat(bucket.delay()).as("the rate may have changed by then").isEqualTo(Duration.ofSeconds(1));
        now = now.plusSeconds(249);
        assertThat(bucket.tryTake(1)).isFalse();
        now = now.plusSeconds(2);
        assertThat(bucket.tryTake(1)).isTrue();
    }

    @Test
    void aRateOfZeroPausesAndANewRateCountsAtOnce() {
        TokenBucket bucket = TokenBucket.of(() -> now, 1_000);
        bucket.setRate(0);
        now = now.plusSeconds(10);
        assertThat(bucket.tryTake(1)).isFalse();
        assertThat(bucket.delay()).isEqualTo(Duration.ofSeconds(1));
        bucket.setRate(1_000);
        assertThat(bucket.tryTake(100)).isTrue();
        assertThat(bucket.delay()).isEqualTo(Duration.ofMillis(100));
        bucket.giveBack(100);
        assertThat(bucket.delay()).isZero();
    }

    @Test
    void sharesAddUpAndWhatOneDoesNotUseGoesToOthers() {
        Map<String, Double> shares = Allotment.split(
                4_000,
                List.of(
                        new Allotment.Demand("slow", 200, 200),
                        new Allotment.Demand("fast", 2_000, Double.POSITIVE_INFINITY),
                        new Allotment.Demand("new", 0, Double.POSITIVE_INFINITY)));
        assertThat(shares.get("slow")).isCloseTo(250, within(1e-6));
        assertThat(shares.get("fast")).isCloseTo(1_875, within(1e-6));
        assertThat(shares.get("new")).isCloseTo(1_875, within(1e-6));
    }

    @Test
    void whateverTheDemandsNobodyGetsNothingAndAllTogetherGetTheRate() {
        for (long seed = 1; seed <= 2_000; seed++) {
            Random random = new Random(seed);
            List<Allotment.Demand> demands = IntStream.range(0, 1 + random.nextInt(12))
                    .mapToObj(i -> new Allotment.Demand(
                            "w" + i,
                            random.nextDouble() * 3_000,
                            random.nextInt(3) == 0 ? Double.POSITIVE_INFINITY : random.nextDouble() * 3_000))
                    .toList();
            double rate = random.nextDouble() * 10_000;
            Map<String, Double> shares = Allotment.split(rate, demands);
            assertThat(shares.values().stream().mapToDouble(Double::doubleValue).sum())
                    .as("seed %d", seed)
                    .isCloseTo(rate, within(1e-6 * rate + 1e-9));
            assertThat(shares.values())
                    .as("seed %d", seed)
                    .allMatch(share -> share >= rate / demands.size() * 0.1 - 1e-9);
        }
        assertThat(Allotment.split(100, List.of())).isEqualTo(new LinkedHashMap<>());
    }
}

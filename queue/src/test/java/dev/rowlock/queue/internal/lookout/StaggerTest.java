package dev.rowlock.queue.internal.lookout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How processes that hear the same keep from coming together. */
final class StaggerTest {
    /** How long after the first claim others still claim, because they have not heard of it. */
    private static final long HEARD_AFTER = 2_000_000;

    private static final int JOBS = 2_000;

    @Test
    void whoIsAloneGoesAtOnce() {
        Stagger stagger = new Stagger(new Random(1));
        for (int job = 0; job < 10; job++) {
            assertThat(stagger.nanos()).isZero();
            stagger.caught();
        }
    }

    @Test
    void whoMissesHoldsBackForAWhileAndNotForEver() {
        Stagger stagger = new Stagger(new Random(1));
        for (int job = 0; job < 20; job++) {
            stagger.missed();
            assertThat(stagger.nanos()).isBetween(0L, 64_000_000L);
        }
        for (int job = 0; job < 10; job++) {
            stagger.caught();
        }
        assertThat(stagger.nanos()).isZero();
    }

    @Test
    void amongManyAFewClaimEachJobAndTheFirstSoon() {
        for (int processes : new int[] {2, 8, 64}) {
            Random random = new Random(processes);
            List<Stagger> all = IntStream.range(0, processes)
                    .mapToObj(n -> new Stagger(random))
                    .toList();
            long claims = 0;
            long waits = 0;
            for (int job = 0; job < JOBS; job++) {
                List<Long> times = new ArrayList<>();
                all.forEach(one -> times.add(one.nanos()));
                long first = times.stream().mapToLong(Long::longValue).min().orElseThrow();
                waits += first;
                int winner = times.indexOf(first);
                for (int n = 0; n < processes; n++) {
                    if (n == winner) {
                        claims++;
                        all.get(n).caught();
                    } else if (times.get(n) - first < HEARD_AFTER) {
                        claims++;
                        all.get(n).missed();
                    }
                }
            }
            assertThat((double) claims / JOBS)
                    .as("claims a job, %s processes", processes)
                    .isLessThan(5);
            assertThat(waits / JOBS / 1_000)
                    .as("wait in us, %s processes", processes)
                    .isLessThan(15_000);
        }
    }
}

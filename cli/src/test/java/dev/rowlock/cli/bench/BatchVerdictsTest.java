package dev.rowlock.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rowlock.cli.bench.BatchProcess.Ended;
import dev.rowlock.cli.bench.Measure.Met;
import dev.rowlock.cli.bench.Online.Seen;
import java.util.List;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** What figures of rounds come to: a goal with side conditions is met by none of them alone. */
final class BatchVerdictsTest {
    private static final List<Long> FLAT =
            LongStream.range(0, 20).mapToObj(second -> 80_000L).toList();

    /** Latencies are kept in microseconds. */
    private static Seen seen(double millis, long done, long deadlocks) {
        Histogram latency = new Histogram(3);
        latency.recordValueWithCount(Math.round(millis * 1_000), 1_000);
        return new Seen(latency, done, deadlocks, 0, 0, 10);
    }

    /** Traffic alone is the same in both halves. */
    private static BatchRound round(Seen alone, Seen beside, long left, long overwritten, List<Long> resident) {
        return new BatchRound(alone, alone, beside, 5_000, left, overwritten, new Ended(0, 10, resident));
    }

    private static BatchRound good() {
        return round(seen(2, 3_200, 0), seen(2.1, 3_190, 0), 0, 0, FLAT);
    }

    @Test
    void p8IsMetWhenOnlineTrafficHardlyFeelsTheBatch() {
        Measure p8 = BatchVerdicts.p8(List.of(good()));
        assertThat(p8.value()).isCloseTo(1.05, within(0.01));
        assertThat(p8.met()).isEqualTo(Met.YES);
        assertThat(p8.reference()).contains("P99 2.00 ms at 320/s");
    }

    @Test
    void p8IsNotMetByTheP99Alone() {
        assertThat(List.of(
                        round(seen(2, 3_200, 0), seen(2.4, 3_190, 0), 0, 0, FLAT),
                        round(seen(2, 3_200, 0), seen(2, 3_190, 1), 0, 0, FLAT),
                        round(seen(2, 3_200, 0), seen(2, 3_100, 0), 0, 0, FLAT),
                        round(seen(2, 3_200, 0), seen(2, 3_190, 0), 1, 0, FLAT),
                        round(seen(2, 3_200, 0), seen(2, 3_190, 0), 0, 1, FLAT)))
                .allSatisfy(round -> assertThat(BatchVerdicts.p8(List.of(round)).met())
                        .as(round.toString())
                        .isEqualTo(Met.NO));
    }

    @Test
    void p9IsAgainstTheNaiveBatchAndHeldToTheOnlineP99() {
        Measure p9 = BatchVerdicts.p9(List.of(good()), 4_000);
        assertThat(p9.value()).isCloseTo(1.25, within(1e-9));
        assertThat(p9.met()).isEqualTo(Met.YES);
        assertThat(BatchVerdicts.p9(List.of(good()), 6_000).met()).isEqualTo(Met.NO);
        BatchRound felt = round(seen(2, 3_200, 0), seen(3, 3_190, 0), 0, 0, FLAT);
        assertThat(BatchVerdicts.p9(List.of(felt), 4_000).met()).isEqualTo(Met.NO);
        assertThat(BatchVerdicts.p9Lifted(List.of(felt), 1_200).met()).isEqualTo(Met.YES);
        assertThat(BatchVerdicts.p9Lifted(List.of(felt), 1_300).met()).isEqualTo(Met.NO);
    }

    @Test
    void p10TellsMemoryThatGrowsAndNeverGuesses() {
        assertThat(BatchVerdicts.p10(List.of(good())).met()).isEqualTo(Met.YES);
        List<Long> growing = LongStream.range(0, 20)
                .mapToObj(second -> 80_000 + 4_000 * second)
                .toList();
        Measure grows = BatchVerdicts.p10(List.of(round(seen(2, 1, 0), seen(2, 1, 0), 0, 0, growing)));
        assertThat(grows.met()).isEqualTo(Met.NO);
        assertThat(grows.value()).isCloseTo(156 / 116.0, within(1e-9));
        Measure untold = BatchVerdicts.p10(List.of(round(seen(2, 1, 0), seen(2, 1, 0), 0, 0, List.of())));
        assertThat(untold.met())
                .as("where the system does not tell, nothing is claimed")
                .isEqualTo(Met.NO);
    }
}

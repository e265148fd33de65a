package dev.rowlock.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.pacing.Decision.Kind;
import dev.rowlock.pacing.simulator.Figures;
import dev.rowlock.pacing.simulator.SimulatedServer;
import dev.rowlock.pacing.simulator.Simulation;
import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * A server whose online P99 goes up and down by itself, as a disk does that writes pages back now and then: on the reference machine from 1.4 to 5.6 ms
 * within minutes, without any batch. A baseline of 20 s and a level of 30 s are then two moments of it, and to differ is no proof of anything (decision 32).
 */
final class SwayingServerTest {
    private static final int SEEDS = 40;

    /** What the batch can do beside the traffic; the server's knee is far above. */
    private static final double CAPACITY = 6_700;

    private static final double SECONDS = 300;

    /** When others' load begins, in seconds of the batch; the server is 20 s ahead, the baseline. */
    private static final double OTHERS_COME = 200;

    @Test
    void whatAServerDoesByItselfCostsTheBatchAPartOfItsRateAndNotMost() {
        double[] rates = figures(run -> run.steps().stream()
                .mapToDouble(Simulation.Step::used)
                .average()
                .orElseThrow());
        assertThat(rates[SEEDS / 2]).as("median, rows/s").isGreaterThan(5_000);
        assertThat(rates[SEEDS / 10]).as("one run in ten is slower, rows/s").isGreaterThan(2_500);
    }

    @Test
    void aBaselineThatMayBeWrongIsMeasuredAgainBeforeTheRateGoesDown() {
        double[] stepsDown = figures(run -> run.count(Kind.STEP_DOWN, 0, SECONDS));
        assertThat(stepsDown[SEEDS * 3 / 4])
                .as("three runs in four, steps down")
                .isLessThanOrEqualTo(3);
        double[] rests = figures(run -> run.count(Kind.REST, 0, SECONDS) / 2.0);
        assertThat(rests[SEEDS - 1]).as("most, rests of 10 s").isLessThanOrEqualTo(6);
    }

    /** The same law where the batch is what makes the server slow. */
    @Test
    void aKneeIsFoundAllTheSame() {
        double[] rates = LongStream.rangeClosed(1, SEEDS)
                .mapToDouble(seed -> {
                    Figures run = new Figures(new Simulation(server(seed, 0.2, 4_000)).run(SECONDS));
                    return run.mean(60, SECONDS);
                })
                .sorted()
                .toArray();
        assertThat(rates[SEEDS / 2]).as("median, rows/s, of a knee at 4000").isBetween(1_500.0, 4_000.0);
        assertThat(rates[SEEDS - 1]).isLessThan(4_600);
    }

    /** Others' load that stays is a new baseline, and what was halved for it comes back with that. */
    @Test
    void loadOfOthersIsMeasuredAtOnceAndEndsWithTheRateBeforeIt() {
        double[] seconds = LongStream.rangeClosed(1, SEEDS)
                .mapToDouble(seed -> {
                    SimulatedServer server = SimulatedServer.likeTheReferenceMachine(seed, 10_000)
                            .foreign(time -> time < OTHERS_COME + 20 ? 1 : 2);
                    Figures run = new Figures(
                            new Simulation(server).capacity(time -> CAPACITY).run(OTHERS_COME + 120));
                    double before = run.mean(OTHERS_COME - 30, OTHERS_COME);
                    return run.reached(0.9 * before, OTHERS_COME + 9) - OTHERS_COME;
                })
                .sorted()
                .toArray();
        System.out.println("seeds from 1: " + Arrays.toString(seconds));
        assertThat(seconds[SEEDS / 2])
                .as("median, seconds until the rate is what it was")
                .isLessThan(30);
    }

    private static double[] figures(ToDoubleFunction<Figures> figure) {
        double[] sorted = LongStream.rangeClosed(1, SEEDS)
                .mapToDouble(seed -> figure.applyAsDouble(new Figures(new Simulation(server(seed, 0.2, 10_000))
                        .capacity(seconds -> CAPACITY)
                        .run(SECONDS))))
                .sorted()
                .toArray();
        System.out.println("seeds from 1: " + Arrays.toString(sorted));
        return sorted;
    }

    private static SimulatedServer server(long seed, double sway, double knee) {
        return SimulatedServer.likeTheReferenceMachine(seed, knee).foreign(swaying(seed, sway));
    }

    /** A factor whose logarithm wanders around 0 with this standard deviation, and forgets where it was in 20 s. */
    private static DoubleUnaryOperator swaying(long seed, double deviation) {
        Random random = new Random(seed);
        double[] factors = new double[600];
        double kept = Math.exp(-1 / 20.0);
        double at = random.nextGaussian() * deviation;
        for (int second = 0; second < factors.length; second++) {
            factors[second] = Math.exp(at);
            at = kept * at + Math.sqrt(1 - kept * kept) * deviation * random.nextGaussian();
        }
        return seconds -> factors[(int) Math.min(factors.length - 1, seconds)];
    }
}

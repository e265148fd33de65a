package dev.rowlock.pacing.simulator;

import dev.rowlock.pacing.LatencyHistogram;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/**
 * Online traffic on a server, as a model: latencies with an exponential tail, stalls that delay whatever arrives during them (a slow fsync), a
 * batch that makes everything slower, steeply above a knee, and load of others. Not safe for use by several threads.
 */
public final class SimulatedServer {
    private final Random random;
    private final double onlineRate;
    private final double scaleMillis;
    private final double stallsPerSecond;
    private final double stallMillis;
    private DoubleUnaryOperator knee;
    private DoubleUnaryOperator foreign = seconds -> 1;
    private double seconds;
    private double stallLeft;
    private double owed;

    private SimulatedServer(
            long seed, double onlineRate, double scaleMillis, double stallsPerSecond, double stallMillis, double knee) {
        this.random = new Random(seed);
        this.onlineRate = onlineRate;
        this.scaleMillis = scaleMillis;
        this.stallsPerSecond = stallsPerSecond;
        this.stallMillis = stallMillis;
        this.knee = at -> knee;
    }

    /** Like the reference machine: 320 updates/s, P99 about 16 ms, a stall of 20 ms every two seconds, which makes counts twice as uneven as chance. */
    public static SimulatedServer likeTheReferenceMachine(long seed, double knee) {
        return new SimulatedServer(seed, 320, 3, 1.0, 8, knee);
    }

    /** A large server: 2000 statements/s at 2 ms, hardly a stall. */
    public static SimulatedServer large(long seed, double knee) {
        return new SimulatedServer(seed, 2_000, 0.43, 0.05, 5, knee);
    }

    /** Little traffic: 5 statements/s. */
    public static SimulatedServer quiet(long seed, double knee) {
        return new SimulatedServer(seed, 5, 3, 0, 1, knee);
    }

    /** The factor by which others make everything slower, by time. */
    public SimulatedServer foreign(DoubleUnaryOperator factorAt) {
        foreign = factorAt;
        return this;
    }

    /** The knee by time, for data that changes on the way. */
    public SimulatedServer kneeAt(DoubleUnaryOperator rateAt) {
        knee = rateAt;
        return this;
    }

    public double onlineRate() {
        return onlineRate;
    }

    /** How much slower a batch at this rate makes online statements: 6 % at the knee, then steep. */
    public double selfMade(double batchRate) {
        double share = batchRate / knee.applyAsDouble(seconds);
        return 1 + 0.06 * share + 2.5 * Math.max(0, share - 1);
    }

    /** Lets time pass with the batch at a rate; answers the latencies of what ended in it. */
    public LatencyHistogram run(double span, double batchRate) {
        long[] counts = new long[LatencyHistogram.BUCKETS];
        double factor = selfMade(batchRate) * foreign.applyAsDouble(seconds);
        double gap = 1 / onlineRate;
        owed += span;
        while (owed > 0) {
            double step = -Math.log(1 - random.nextDouble()) * gap;
            owed -= step;
            stallLeft = Math.max(0, stallLeft - step * 1e3);
            if (random.nextDouble() < stallsPerSecond * step) {
                stallLeft = -Math.log(1 - random.nextDouble()) * stallMillis;
            }
            double millis = -Math.log(1 - random.nextDouble()) * scaleMillis * factor + stallLeft * factor;
            counts[LatencyHistogram.bucket(Math.max(0.2, millis) * 1e6)]++;
        }
        seconds += span;
        return LatencyHistogram.of(counts);
    }
}

package dev.rowlock.pacing.simulator;

import dev.rowlock.pacing.Baseline;
import dev.rowlock.pacing.BaselineMeter;
import dev.rowlock.pacing.Controller;
import dev.rowlock.pacing.ControllerSettings;
import dev.rowlock.pacing.Decision;
import dev.rowlock.pacing.Evidence;
import dev.rowlock.pacing.Guard;
import dev.rowlock.pacing.GuardReading;
import dev.rowlock.pacing.KneeCurve;
import dev.rowlock.pacing.LatencyHistogram;
import dev.rowlock.pacing.LatencyHistory;
import dev.rowlock.pacing.Limit;
import dev.rowlock.pacing.Observation;
import dev.rowlock.pacing.RateSetting;
import dev.rowlock.pacing.Reading;
import dev.rowlock.pacing.State;
import dev.rowlock.pacing.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Drives a controller against a {@link SimulatedServer}, two decisions for each second of virtual time. */
public final class Simulation {
    private static final double STEP = 0.5;

    /** One decision. */
    public record Step(double seconds, double rate, double used, LatencyHistogram latencies, Decision decision) {}

    private final SimulatedServer server;
    private Guard p99 = guard("1.1x");
    private RateSetting setting = RateSetting.auto();
    private DoubleUnaryOperator capacity = seconds -> Double.POSITIVE_INFINITY;
    private DoublePredicate sensorDead = seconds -> false;
    private DoubleUnaryOperator lossesAt = seconds -> 0;
    private double baselineSeconds = 20;
    private @Nullable SimulatedServer besideOrNull;

    public Simulation(SimulatedServer server) {
        this.server = server;
    }

    private static Guard guard(String limit) {
        return new Guard("p99", Duration.ofSeconds(2), Unit.NANOSECONDS, Limit.parse(limit));
    }

    public Simulation limit(String limit) {
        p99 = guard(limit);
        return this;
    }

    public Simulation rate(RateSetting rate) {
        setting = rate;
        return this;
    }

    /** What the batch can do at most, by time. */
    public Simulation capacity(DoubleUnaryOperator rowsAt) {
        capacity = rowsAt;
        return this;
    }

    public Simulation sensorDead(DoublePredicate at) {
        sensorDead = at;
        return this;
    }

    /** Online transactions lost in the step that ends at a time. */
    public Simulation losses(DoubleUnaryOperator at) {
        lossesAt = at;
        return this;
    }

    /** A second latency with the same limit, such as that of COMMIT beside a statement's: of a server that is modelled apart and works at the same batch. */
    public Simulation beside(SimulatedServer other) {
        besideOrNull = other;
        return this;
    }

    public List<Step> run(double until) {
        List<Step> steps = new ArrayList<>();
        LatencyHistory history = LatencyHistory.empty();
        LatencyHistory second = LatencyHistory.empty();
        Guard commit = new Guard("commit", p99.window(), p99.unit(), p99.limit());
        BaselineMeter meter = new BaselineMeter(Duration.ZERO, Duration.ofMillis((long) (baselineSeconds * 1e3)));
        double seconds = -baselineSeconds;
        Duration origin = time(0);
        while (seconds < 0) {
            history = history.plus(slice(server, seconds, 0));
            second = plus(second, seconds, 0);
            seconds += STEP;
            meter.add(readings(new GuardReading(p99, fresh(seconds, history)), commit, second, seconds));
        }
        Baseline baseline = meter.result();
        Guard losses = new Guard("online lost", Duration.ofSeconds(2), Unit.COUNT, Limit.parse("0"));
        List<Evidence.Timed> lost = new ArrayList<>();
        Controller controller = new Controller(ControllerSettings.standard(setting, server.onlineRate()));
        State state = controller.start(KneeCurve.empty(), OptionalDouble.empty(), server.onlineRate(), origin);
        double rate = state.rate();
        double used = rate;
        Reading last = fresh(seconds, history);
        while (seconds < until) {
            double real = Math.min(rate, capacity.applyAsDouble(seconds));
            LatencyHistory.Slice slice = slice(server, seconds, real);
            second = plus(second, seconds, real);
            seconds += STEP;
            history = history.plus(slice);
            lost.add(new Evidence.Timed(time(seconds - STEP), time(seconds), lossesAt.applyAsDouble(seconds)));
            used = rate == 0 ? used : used + (real - used) * 0.4;
            last = sensorDead.test(seconds)
                    ? new Reading.Stale(Duration.ofSeconds(1), "p99 failed: the sensor was killed")
                    : fresh(seconds, history);
            List<GuardReading> readings = readings(new GuardReading(p99, last), commit, second, seconds);
            readings.add(new GuardReading(losses, new Reading.Fresh(0, "", time(seconds), new Evidence.Events(lost))));
            Observation seen = new Observation(time(seconds), readings, baseline, used, server.onlineRate());
            if (lost.size() > 20) {
                lost.remove(0);
            }
            Decision decision = controller.decide(state, seen);
            state = decision.next();
            rate = decision.rate();
            steps.add(new Step(seconds, rate, real, slice.latencies(), decision));
        }
        return steps;
    }

    private static LatencyHistory.Slice slice(SimulatedServer from, double seconds, double batchRate) {
        return new LatencyHistory.Slice(time(seconds), time(seconds + STEP), from.run(STEP, batchRate));
    }

    private LatencyHistory plus(LatencyHistory second, double seconds, double batchRate) {
        SimulatedServer beside = besideOrNull;
        return beside == null ? second : second.plus(slice(beside, seconds, batchRate));
    }

    private List<GuardReading> readings(GuardReading first, Guard commit, LatencyHistory second, double seconds) {
        List<GuardReading> all = new ArrayList<>(List.of(first));
        if (besideOrNull != null) {
            all.add(new GuardReading(commit, fresh(seconds, second)));
        }
        return all;
    }

    private static Reading fresh(double seconds, LatencyHistory history) {
        return new Reading.Fresh(0, "", time(seconds), new Evidence.Latencies(history));
    }

    /** Virtual time begins a day late, so that baselines are at positive times. */
    private static Duration time(double seconds) {
        return Duration.ofMillis(86_400_000 + Math.round(seconds * 1e3));
    }
}

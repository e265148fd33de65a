package dev.rowlock.pacing.simulator;

import dev.rowlock.pacing.Decision;
import dev.rowlock.pacing.LatencyHistogram;
import dev.rowlock.pacing.simulator.Simulation.Step;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** What a simulation shows, in numbers. */
public record Figures(List<Step> steps) {

    private DoubleStream rates(double from, double until) {
        return steps.stream()
                .filter(step -> step.seconds() > from && step.seconds() <= until)
                .mapToDouble(Step::rate);
    }

    public double mean(double from, double until) {
        return rates(from, until).average().orElse(0);
    }

    public double highest(double from, double until) {
        return rates(from, until).max().orElse(0);
    }

    public double lowest(double from, double until) {
        return rates(from, until).min().orElse(0);
    }

    /** The coefficient of variation of the rate. */
    public double variation(double from, double until) {
        double mean = mean(from, until);
        double variance = rates(from, until)
                .map(rate -> (rate - mean) * (rate - mean))
                .average()
                .orElse(0);
        return Math.sqrt(variance) / mean;
    }

    /** The median of the variation in spans of five minutes, which begin a minute apart. */
    public double variationOfFiveMinutes(double from, double until) {
        double[] all = IntStream.iterate((int) from, start -> start + 300 <= until, start -> start + 60)
                .mapToDouble(start -> variation(start, start + 300))
                .sorted()
                .toArray();
        return all[all.length / 2];
    }

    /** When the rate reached a value after a time. */
    public double reached(double rate, double after) {
        return steps.stream()
                .filter(step -> step.seconds() > after && step.rate() >= rate)
                .mapToDouble(Step::seconds)
                .findFirst()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** When a kind of decision was made first, after a time. */
    public double first(Decision.Kind kind, double after) {
        return steps.stream()
                .filter(step -> step.seconds() > after && step.decision().kind() == kind)
                .mapToDouble(Step::seconds)
                .findFirst()
                .orElse(Double.POSITIVE_INFINITY);
    }

    public long count(Decision.Kind kind, double from, double until) {
        return steps.stream()
                .filter(step -> step.seconds() > from
                        && step.seconds() <= until
                        && step.decision().kind() == kind)
                .count();
    }

    /** The P99 of everything that ran. */
    public double p99Nanos() {
        return steps.stream()
                .map(Step::latencies)
                .reduce(LatencyHistogram.empty(), LatencyHistogram::plus)
                .quantileNanos(0.99);
    }
}

package dev.rowlock.pacing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What one signal gave during the baseline, each slice once. */
final class Seen {
    /** The share above which counts are compared for their dispersion: the statements a P99 is about. */
    private static final double TAIL = 0.01;

    private final Duration start;
    private Duration until;
    private final List<LatencyHistory.Slice> slices = new ArrayList<>();
    private final List<Evidence.Timed> events = new ArrayList<>();
    private final List<Evidence.Timed> levels = new ArrayList<>();

    Seen(Duration start) {
        this.start = start;
        this.until = start;
    }

    void add(Reading.Fresh fresh) {
        Duration last = until;
        fresh.evidence()
                .fold(
                        latencies -> latencies.history().slices().stream()
                                .filter(slice -> slice.from().compareTo(last) >= 0)
                                .map(slices::add)
                                .count(),
                        happened -> happened.counted().stream()
                                .filter(slice -> slice.from().compareTo(last) >= 0)
                                .map(events::add)
                                .count(),
                        seen -> seen.seen().stream()
                                .filter(slice -> slice.to().compareTo(last) > 0)
                                .map(levels::add)
                                .count());
        until = fresh.at().compareTo(until) > 0 ? fresh.at() : until;
    }

    boolean complete() {
        return slices.isEmpty() || total().total() >= BaselineMeter.SAMPLES;
    }

    Optional<Baseline.Figure> figure() {
        double seconds = until.minus(start).toNanos() / 1e9;
        if (seconds <= 0) {
            return Optional.empty();
        }
        if (!slices.isEmpty()) {
            LatencyHistogram all = total();
            return all.total() == 0
                    ? Optional.empty()
                    : Optional.of(Baseline.Figure.of(all, all.total() / seconds, dispersion(all)));
        }
        if (!levels.isEmpty()) {
            double[] values =
                    levels.stream().mapToDouble(Evidence.Timed::value).sorted().toArray();
            return Optional.of(Baseline.Figure.of(values[values.length / 2], values.length, values.length / seconds));
        }
        double count = events.stream().mapToDouble(Evidence.Timed::value).sum();
        return Optional.of(Baseline.Figure.of(count, (long) count, count / seconds));
    }

    private LatencyHistogram total() {
        return slices.stream()
                .map(LatencyHistory.Slice::latencies)
                .reduce(LatencyHistogram.empty(), LatencyHistogram::plus);
    }

    /** Variance to mean of how many slow statements a slice has, against what its length and chance would give. */
    private double dispersion(LatencyHistogram all) {
        double line = all.quantileNanos(1 - TAIL);
        double share = all.above(line) / all.total();
        double sum = 0;
        int used = 0;
        for (LatencyHistory.Slice slice : slices) {
            double expected = share * slice.latencies().total();
            if (expected > 0) {
                double difference = slice.latencies().above(line) - expected;
                sum += difference * difference / expected;
                used++;
            }
        }
        return used < 5 ? 1 : Math.min(8, sum / (used - 1));
    }
}

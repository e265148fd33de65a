package dev.rowlock.pacing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the signals showed before the first chunk. Immutable.
 *
 * @param figures by the signal's name; a signal without one was stale, and has no relative limit
 */
public record Baseline(Map<String, Figure> figures) {
    public Baseline {
        figures = Map.copyOf(figures);
    }

    /** Nothing measured: absolute limits work, relative ones are stale. */
    public static Baseline none() {
        return new Baseline(Map.of());
    }

    public Optional<Figure> of(String signal) {
        return Optional.ofNullable(figures.get(signal));
    }

    /** With one figure more, or another. */
    public Baseline with(String signal, Figure figure) {
        Map<String, Figure> all = new LinkedHashMap<>(figures);
        all.put(signal, figure);
        return new Baseline(all);
    }

    /** With the figures of another one where it has them. */
    public Baseline with(Baseline newer) {
        Map<String, Figure> all = new LinkedHashMap<>(figures);
        all.putAll(newer.figures());
        return new Baseline(all);
    }

    /**
     * One signal's usual figure.
     *
     * @param value P99, median level, or events counted
     * @param samples how many latencies, events or reads it stands on
     * @param perSecond how many latencies, events or reads came a second
     * @param dispersion how much more the count of slow statements varies than chance would have it (variance to mean, 1 or more): one
     *     stalled write delays many statements, so they are not independent
     * @param complete whether the rule for enough samples was met before the time was up
     * @param latencies what a P99 was read from; empty for other signals
     */
    public record Figure(
            double value,
            long samples,
            double perSecond,
            double dispersion,
            boolean complete,
            LatencyHistogram latencies) {
        /** What was measured once counts at most this much against what is measured now. */
        private static final long REMEMBERED = 20_000;

        public Figure {
            dispersion = Math.max(1, dispersion);
        }

        /** Of a signal that is no latency. */
        static Figure of(double value, long samples, double perSecond) {
            return new Figure(value, samples, perSecond, 1, true, LatencyHistogram.empty());
        }

        /** Of latencies. */
        static Figure of(LatencyHistogram latencies, double perSecond, double dispersion) {
            return new Figure(
                    latencies.quantileNanos(0.99),
                    latencies.total(),
                    perSecond,
                    dispersion,
                    latencies.total() >= BaselineMeter.SAMPLES,
                    latencies);
        }

        /** Together with latencies that were measured later. */
        Figure and(LatencyHistogram more) {
            LatencyHistogram kept = latencies.total() > REMEMBERED ? latencies.half() : latencies;
            return of(kept.plus(more), perSecond, dispersion);
        }

        /**
         * The standard error of a P99, as a part of it: from how many lie above it, how uneven they come, and how flat the tail is. 320
         * statements a second for 20 s give 4 to 6 %, so a limit of 1.1x stands on figures that are not much better than itself.
         */
        public double relativeError() {
            if (latencies.total() == 0) {
                return 0;
            }
            double flat = Math.log(latencies.quantileNanos(0.995) / latencies.quantileNanos(0.98));
            double steepness = Math.min(10, Math.max(1, Math.log(4) / Math.max(flat, 1e-3)));
            return Math.min(0.5, Math.sqrt(dispersion / (0.01 * latencies.total())) / steepness);
        }
    }
}

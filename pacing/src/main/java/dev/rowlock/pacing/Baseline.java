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

    /**
     * One signal's usual figure.
     *
     * @param value P99, median level, or events a second
     * @param samples how many latencies, events or reads it stands on
     * @param perSecond how many latencies, events or reads came a second
     * @param dispersion how much more the count of slow statements varies than chance would have it (variance to mean, 1 or more): one
     *     stalled write delays many statements, so they are not independent
     * @param complete whether the rule for enough samples was met before the time was up
     */
    public record Figure(double value, long samples, double perSecond, double dispersion, boolean complete) {
        public Figure {
            dispersion = Math.max(1, dispersion);
        }
    }
}

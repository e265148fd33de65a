package dev.rowlock.benchmarks.queue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Figures of rounds, each a ratio of two that were measured right after each other. Used by one thread. */
final class Ratios {
    private final List<Double> ratios = new ArrayList<>();
    private final List<Double> values = new ArrayList<>();
    private final List<Double> references = new ArrayList<>();

    void add(double value, double reference) {
        values.add(value);
        references.add(reference);
        ratios.add(value / reference);
    }

    /** The middle one of the ratios. */
    double median() {
        return median(ratios);
    }

    /** What the ratios' numerators were like. */
    double value() {
        return median(values);
    }

    double reference() {
        return median(references);
    }

    /** The lowest and the highest ratio. */
    List<Double> spread() {
        return List.of(Collections.min(ratios), Collections.max(ratios));
    }

    static double median(List<Double> figures) {
        List<Double> sorted = figures.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}

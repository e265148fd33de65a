package dev.rowlock.benchmarks.queue;

import dev.rowlock.cli.bench.Figures;
import java.util.ArrayList;
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
        return Figures.median(ratios);
    }

    /** What the ratios' numerators were like. */
    double value() {
        return Figures.median(values);
    }

    double reference() {
        return Figures.median(references);
    }

    /** The lowest and the highest ratio. */
    List<Double> spread() {
        return Figures.ends(ratios);
    }

    /** One for each round. */
    List<Double> each() {
        return List.copyOf(ratios);
    }
}

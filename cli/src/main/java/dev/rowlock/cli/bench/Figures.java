package dev.rowlock.cli.bench;

import java.util.Collections;
import java.util.List;

/** What is told of the figures of several rounds. */
public final class Figures {
    private Figures() {}

    /** The middle one; between the two in the middle where there are two. */
    public static double median(List<Double> figures) {
        List<Double> sorted = figures.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** The lowest and the highest. */
    public static List<Double> ends(List<Double> figures) {
        return List.of(Collections.min(figures), Collections.max(figures));
    }

    /** To so many digits behind the point. */
    public static double rounded(double figure, int digits) {
        double scale = Math.pow(10, digits);
        return Math.rint(figure * scale) / scale;
    }
}

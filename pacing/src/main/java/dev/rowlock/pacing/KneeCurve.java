package dev.rowlock.pacing;

import dev.rowlock.mysql.ConfigurationException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The online P99 at each rate the batch ran at: the knee of a table, measured (C4). Immutable.
 *
 * @param points by growing rate, one for each level; levels are 10 % apart
 */
public record KneeCurve(List<Point> points) {
    private static final double LEVEL = Math.log(1.1);

    /** Old figures fade: a point counts at most this many samples against new ones. */
    private static final long REMEMBERED = 20_000;

    public KneeCurve {
        points = points.stream().sorted(Comparator.comparingDouble(Point::rate)).toList();
    }

    public static KneeCurve empty() {
        return new KneeCurve(List.of());
    }

    /** With a measurement more. */
    public KneeCurve plus(double rate, double p99Nanos, long samples) {
        if (samples <= 0 || rate <= 0) {
            return this;
        }
        List<Point> all = new ArrayList<>(points);
        for (int i = 0; i < all.size(); i++) {
            if (level(all.get(i).rate()) == level(rate)) {
                all.set(i, all.get(i).merge(rate, p99Nanos, samples));
                return new KneeCurve(all);
            }
        }
        all.add(new Point(rate, p99Nanos, samples));
        return new KneeCurve(all);
    }

    /** The highest measured rate whose P99, and that of every lower rate with as many samples, stays within the limit. */
    public OptionalDouble highestWithin(double limitNanos, long leastSamples) {
        double best = 0;
        for (Point point : points) {
            if (point.samples() < leastSamples) {
                continue;
            }
            if (point.p99Nanos() > limitNanos) {
                break;
            }
            best = point.rate();
        }
        return best > 0 ? OptionalDouble.of(best) : OptionalDouble.empty();
    }

    /** One line to be stored: {@code rate:p99 in microseconds:samples;...}. */
    public String toText() {
        return points.stream()
                .map(point -> String.format(
                        Locale.ROOT, "%.1f:%.1f:%d", point.rate(), point.p99Nanos() / 1e3, point.samples()))
                .collect(Collectors.joining(";"));
    }

    /** Reads {@link #toText}. */
    public static KneeCurve parse(String text) {
        List<Point> points = new ArrayList<>();
        for (String part : text.split(";", -1)) {
            if (part.isBlank()) {
                continue;
            }
            try {
                String[] fields = part.split(":", -1);
                points.add(new Point(
                        Double.parseDouble(fields[0]), Double.parseDouble(fields[1]) * 1e3, Long.parseLong(fields[2])));
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException broken) {
                throw new ConfigurationException("cannot read the stored knee curve at " + part, broken);
            }
        }
        return new KneeCurve(points);
    }

    private static long level(double rate) {
        return Math.round(Math.log(rate) / LEVEL);
    }

    /** A rate, the P99 beside it, and how many statements that stands on. */
    public record Point(double rate, double p99Nanos, long samples) {
        private Point merge(double otherRate, double otherP99, long otherSamples) {
            long old = Math.min(samples, REMEMBERED);
            double share = otherSamples / (double) (old + otherSamples);
            return new Point(
                    rate + (otherRate - rate) * share, p99Nanos + (otherP99 - p99Nanos) * share, old + otherSamples);
        }
    }
}

package dev.rowlock.pacing;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** What a figure stands on, with its times, so that a guard can leave out what happened before the rate was last lowered. Immutable. */
public sealed interface Evidence {
    <R> R fold(
            Function<? super Latencies, R> latencies,
            Function<? super Events, R> events,
            Function<? super Levels, R> levels);

    /** Latencies of an online statement. */
    record Latencies(LatencyHistory history) implements Evidence {
        @Override
        public <R> R fold(
                Function<? super Latencies, R> latencies,
                Function<? super Events, R> events,
                Function<? super Levels, R> levels) {
            return latencies.apply(this);
        }
    }

    /** Things that happened, such as deadlocks: how many by when. */
    record Events(List<Timed> counted) implements Evidence {
        public Events {
            counted = List.copyOf(counted);
        }

        /** How many happened in slices that began at or after this time. */
        public double since(Duration from) {
            return counted.stream()
                    .filter(slice -> slice.from().compareTo(from) >= 0)
                    .mapToDouble(Timed::value)
                    .sum();
        }

        @Override
        public <R> R fold(
                Function<? super Latencies, R> latencies,
                Function<? super Events, R> events,
                Function<? super Levels, R> levels) {
            return events.apply(this);
        }
    }

    /** A level that goes up and down, such as threads running or lag. */
    record Levels(List<Timed> seen) implements Evidence {
        public Levels {
            seen = List.copyOf(seen);
        }

        /** The median of what was seen at or after this time; empty when nothing was. */
        public OptionalDouble medianSince(Duration from) {
            double[] values = seen.stream()
                    .filter(slice -> slice.to().compareTo(from) >= 0)
                    .mapToDouble(Timed::value)
                    .sorted()
                    .toArray();
            return values.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(values[values.length / 2]);
        }

        @Override
        public <R> R fold(
                Function<? super Latencies, R> latencies,
                Function<? super Events, R> events,
                Function<? super Levels, R> levels) {
            return levels.apply(this);
        }
    }

    /**
     * A value of a span of time.
     *
     * @param from the read before, or the same as {@code to} for a level
     * @param to the read that gave it
     */
    record Timed(Duration from, Duration to, double value) {}
}

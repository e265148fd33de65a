package dev.rowlock.pacing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The latencies of the last {@link #KEPT}, in slices from read to read. Immutable. */
public final class LatencyHistory {
    /** How far back slices are kept: the longest time evidence is gathered at one rate. */
    public static final Duration KEPT = Duration.ofSeconds(40);

    private static final LatencyHistory EMPTY = new LatencyHistory(List.of());

    private final List<Slice> slices;

    private LatencyHistory(List<Slice> slices) {
        this.slices = slices;
    }

    public static LatencyHistory empty() {
        return EMPTY;
    }

    /** With one slice more, without what is too old. */
    public LatencyHistory plus(Slice slice) {
        List<Slice> kept = new ArrayList<>(slices.size() + 1);
        for (Slice earlier : slices) {
            if (earlier.to().compareTo(slice.to().minus(KEPT)) > 0) {
                kept.add(earlier);
            }
        }
        kept.add(slice);
        return new LatencyHistory(List.copyOf(kept));
    }

    public List<Slice> slices() {
        return slices;
    }

    /**
     * What slices hold that began at or after this time, without the one that has most above a line. One stall of the disk delays all that
     * arrive meanwhile, which is one event and not dozens.
     */
    public LatencyHistogram withoutWorst(Duration from, double lineNanos) {
        List<LatencyHistogram> counted = new ArrayList<>(slices.stream()
                .filter(slice -> slice.from().compareTo(from) >= 0)
                .map(Slice::latencies)
                .sorted(Comparator.comparingDouble(latencies -> latencies.above(lineNanos)))
                .toList());
        if (!counted.isEmpty()) {
            counted.remove(counted.size() - 1);
        }
        return LatencyHistogram.sum(counted);
    }

    /** What slices hold that began at or after this time, and how long they last together. */
    public Slice since(Duration from) {
        List<Slice> counted = slices.stream()
                .filter(slice -> slice.from().compareTo(from) >= 0)
                .toList();
        if (counted.isEmpty()) {
            return new Slice(from, from, LatencyHistogram.empty());
        }
        return new Slice(
                counted.get(0).from(),
                counted.get(counted.size() - 1).to(),
                LatencyHistogram.sum(counted.stream().map(Slice::latencies).toList()));
    }

    /** The latencies between two reads. */
    public record Slice(Duration from, Duration to, LatencyHistogram latencies) {
        public Duration length() {
            return to.minus(from);
        }

        /** Statements a second; 0 when no time passed. */
        public double rate() {
            double seconds = length().toNanos() / 1e9;
            return seconds <= 0 ? 0 : latencies.total() / seconds;
        }
    }
}

package dev.rowlock.pacing;

import dev.rowlock.pacing.internal.judge.Judges;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What the latencies of a span say about the table's curve, and about the baseline when the batch rested. Pure. */
final class AtRest {
    private final Observation seen;
    private final Baseline baseline;

    AtRest(Observation seen, Baseline baseline) {
        this.seen = seen;
        this.baseline = baseline;
    }

    /** The curve with the first latency signal's P99 since a time, at the rate that was really used. */
    KneeCurve curve(KneeCurve curve, Duration from) {
        for (GuardReading reading : seen.readings()) {
            Optional<LatencyHistogram> latencies = latencies(reading.reading(), from);
            if (latencies.isPresent()) {
                LatencyHistogram counted = latencies.get();
                return curve.plus(seen.usedRate(), counted.quantileNanos(0.99), counted.total());
            }
        }
        return curve;
    }

    /**
     * Baseline figures with what was measured at rest since a time: together with the old ones, or instead of them where it is too slow to be
     * the same server. What is faster is added all the same: ten good seconds are no other server, and a baseline of them alone would hold the
     * batch to what online traffic has now and then (decision 32).
     */
    Baseline refined(Baseline refined, Duration from) {
        Baseline result = refined;
        for (GuardReading reading : seen.readings()) {
            String signal = reading.guard().signal();
            Optional<LatencyHistogram> measured = latencies(reading.reading(), from);
            Optional<Baseline.Figure> usual = baseline.of(signal);
            if (measured.isPresent() && usual.isPresent()) {
                result = result.with(signal, figure(usual.get(), measured.get(), from));
            }
        }
        return result;
    }

    /**
     * Without refined figures that are slower than what is seen now: online traffic is not faster with a batch than without, so they were
     * measured under a load of others that is over.
     */
    Baseline withoutDisproved(Baseline refined, Duration from) {
        Map<String, Baseline.Figure> kept = new LinkedHashMap<>(refined.figures());
        for (GuardReading reading : seen.readings()) {
            Baseline.Figure figure = kept.get(reading.guard().signal());
            Optional<LatencyHistogram> measured = latencies(reading.reading(), from);
            if (figure != null
                    && measured.isPresent()
                    && measured.get().total() >= BaselineMeter.SAMPLES
                    && measured.get().quantileNanos(0.99) < Controller.DISPROVED * figure.value()) {
                kept.remove(reading.guard().signal());
            }
        }
        return kept.size() == refined.figures().size() ? refined : new Baseline(kept);
    }

    private Baseline.Figure figure(Baseline.Figure usual, LatencyHistogram measured, Duration from) {
        if (Judges.difference(measured, usual) < Controller.OTHER_SERVER) {
            return usual.and(measured);
        }
        double seconds = seen.now().minus(from).toNanos() / 1e9;
        return Baseline.Figure.of(measured, measured.total() / seconds, usual.dispersion());
    }

    private static Optional<LatencyHistogram> latencies(Reading reading, Duration from) {
        return reading.fold(
                fresh -> fresh.evidence()
                        .fold(
                                some -> Optional.of(some.history().since(from).latencies())
                                        .filter(counted -> counted.total() > 0),
                                events -> Optional.<LatencyHistogram>empty(),
                                levels -> Optional.<LatencyHistogram>empty()),
                stale -> Optional.empty());
    }
}

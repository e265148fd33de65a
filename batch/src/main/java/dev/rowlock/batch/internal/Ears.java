package dev.rowlock.batch.internal;

import dev.rowlock.batch.OnlineTraffic;
import dev.rowlock.batch.internal.GuardSetup.Watched;
import dev.rowlock.pacing.Baseline;
import dev.rowlock.pacing.GuardReading;
import dev.rowlock.pacing.Reading;
import dev.rowlock.pacing.Signal;
import dev.rowlock.pacing.Unit;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Hears what signals give to whoever decides about the rate, so that it can be shown in figures, too. Thread-safe: signals have threads of their own. */
final class Ears {
    /** As old as a figure may be to be shown. */
    private static final Duration FRESH = Duration.ofSeconds(3);

    /** What {@link dev.rowlock.pacing.signal.LostTransactions} calls those of everybody but the batch. */
    private static final String DEADLOCKS = "online deadlocks";

    private final Map<String, GuardReading> latest = new LinkedHashMap<>();
    private Duration counted = Duration.ZERO;
    private double lost;

    /** Signals of which we hear. */
    List<Watched> listening(List<Watched> watched) {
        return watched.stream().map(each -> each.by(new Heard(each))).toList();
    }

    private final class Heard implements Signal {
        private final Watched watched;

        Heard(Watched watched) {
            this.watched = watched;
        }

        @Override
        public String name() {
            return watched.signal().name();
        }

        @Override
        public Duration window() {
            return watched.signal().window();
        }

        @Override
        public Unit unit() {
            return watched.signal().unit();
        }

        @Override
        public Reading read(Duration now) throws Exception {
            Reading reading = watched.signal().read(now);
            heard(new GuardReading(watched.guard(), reading));
            return reading;
        }

        @Override
        public void close() {
            watched.signal().close();
        }
    }

    private synchronized void heard(GuardReading reading) {
        latest.put(reading.guard().signal(), reading);
        if (reading.guard().signal().equals(DEADLOCKS)) {
            fresh(reading).ifPresent(this::count);
        }
    }

    /** What happened since the last read: the evidence goes further back. */
    private void count(Reading.Fresh fresh) {
        lost += fresh.evidence()
                .<Double>fold(
                        latencies -> 0.0,
                        events -> events.counted().stream()
                                .filter(slice -> slice.to().compareTo(counted) > 0)
                                .mapToDouble(slice -> slice.value())
                                .sum(),
                        levels -> 0.0);
        counted = fresh.at();
    }

    synchronized List<GuardReading> readings() {
        return List.copyOf(latest.values());
    }

    /** Deadlocks of online traffic that were heard since the last call. */
    synchronized long deadlocksHeard() {
        long heard = Math.round(lost);
        lost = 0;
        return heard;
    }

    /** The P99 that is worst against its baseline, and that baseline. */
    synchronized OnlineTraffic seen(Baseline baseline, Duration now) {
        record Figure(Duration p99, @Nullable Duration usualOrNull) {
            double ratio() {
                return usualOrNull == null ? 0 : (double) p99.toNanos() / Math.max(1, usualOrNull.toNanos());
            }
        }
        Optional<Figure> worst = latest.values().stream()
                .filter(each -> each.guard().unit() == Unit.NANOSECONDS)
                .flatMap(each -> fresh(each)
                        .filter(fresh -> now.minus(fresh.at()).compareTo(FRESH) <= 0)
                        .map(fresh -> new Figure(
                                nanos(fresh.value()),
                                usual(baseline, each.guard().signal())))
                        .stream())
                .max(Comparator.comparingDouble(Figure::ratio));
        return worst.map(figure -> new OnlineTraffic(figure.p99(), figure.usualOrNull(), 0))
                .orElse(OnlineTraffic.UNSEEN);
    }

    private static @Nullable Duration usual(Baseline baseline, String signal) {
        return baseline.of(signal).map(figure -> nanos(figure.value())).orElse(null);
    }

    private static Duration nanos(double value) {
        return Duration.ofNanos(Math.round(value));
    }

    private static Optional<Reading.Fresh> fresh(GuardReading reading) {
        return reading.reading().fold(Optional::of, stale -> Optional.empty());
    }
}

package dev.rowlock.pacing.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.pacing.Evidence;
import dev.rowlock.pacing.LatencyHistogram;
import dev.rowlock.pacing.Reading;
import dev.rowlock.pacing.Signal;
import java.time.Duration;

/** Reads a signal in a test, with a clock that moves half a second each time. */
final class Read {
    private final Signal signal;
    private Duration now = Duration.ofHours(1);

    Read(Signal signal) {
        this.signal = signal;
    }

    Reading next() throws Exception {
        now = now.plusMillis(500);
        return signal.read(now);
    }

    /** The next figure. */
    double value() throws Exception {
        Reading reading = next();
        assertThat(reading).as("%s", reading).isInstanceOf(Reading.Fresh.class);
        return reading.fold(Reading.Fresh::value, stale -> Double.NaN);
    }

    /** Why there is none. */
    String staleReason() throws Exception {
        Reading reading = next();
        assertThat(reading).as("%s", reading).isInstanceOf(Reading.Stale.class);
        return reading.fold(Reading.Fresh::text, Reading.Stale::reason);
    }

    /** What the next read saw, of all that is kept. */
    LatencyHistogram latencies() throws Exception {
        Reading reading = next();
        assertThat(reading).as("%s", reading).isInstanceOf(Reading.Fresh.class);
        return reading.fold(
                fresh -> fresh.evidence()
                        .fold(
                                some -> some.history().since(Duration.ZERO).latencies(),
                                events -> LatencyHistogram.empty(),
                                levels -> LatencyHistogram.empty()),
                stale -> LatencyHistogram.empty());
    }

    /** All events that are kept. */
    double events() throws Exception {
        Reading reading = next();
        assertThat(reading).as("%s", reading).isInstanceOf(Reading.Fresh.class);
        return reading.fold(
                fresh -> fresh.evidence()
                        .fold(some -> -1.0, (Evidence.Events events) -> events.since(Duration.ZERO), levels -> -1.0),
                stale -> -1.0);
    }
}

package dev.rowlock.pacing;

import java.time.Duration;
import java.util.List;

/**
 * Reads signals, each on a thread of its own, so that one that hangs makes itself stale and nothing else. Safe for use by several threads.
 */
public final class Sensors implements AutoCloseable {
    /** How often each signal is read. */
    public static final Duration STANDARD_INTERVAL = Duration.ofMillis(500);

    private final List<Sensor> sensors;
    private final Ticker ticker;

    private Sensors(List<Sensor> sensors, Ticker ticker) {
        this.sensors = sensors;
        this.ticker = ticker;
    }

    /** Starts reading; {@link #close} closes the signals as well. Signals must have different names. */
    public static Sensors start(List<? extends Signal> signals, Ticker ticker, Duration interval) {
        if (signals.stream().map(Signal::name).distinct().count() != signals.size()) {
            throw new IllegalArgumentException("two signals have one name");
        }
        return new Sensors(
                signals.stream()
                        .map(signal -> Sensor.start(signal, ticker, interval))
                        .toList(),
                ticker);
    }

    /** What each guard's signal last gave; stale when it was not read for too long. */
    public List<GuardReading> readings(List<Guard> guards) {
        return guards.stream()
                .map(guard -> new GuardReading(guard, reading(guard.signal())))
                .toList();
    }

    /** What one signal last gave. */
    public Reading reading(String signal) {
        return sensors.stream()
                .filter(sensor -> sensor.name().equals(signal))
                .findFirst()
                .map(sensor -> sensor.latest(ticker.now()))
                .orElseGet(() -> new Reading.Stale(Duration.ZERO, "nobody reads " + signal));
    }

    /** Ends all reads, waiting for each at most a second. Idempotent. */
    @Override
    public void close() {
        sensors.forEach(Sensor::end);
        sensors.forEach(Sensor::join);
    }
}

package dev.rowlock.pacing.signal;

import dev.rowlock.pacing.Reading;
import dev.rowlock.pacing.Signal;
import dev.rowlock.pacing.Unit;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * A number that the application itself knows, such as the 99th percentile of a Micrometer timer in nanoseconds:
 * {@code SuppliedSignal.of("checkout p99", Unit.NANOSECONDS, window, () -> timer.takeSnapshot().percentileValues()[0].value())}.
 */
public final class SuppliedSignal implements Signal {
    private final String name;
    private final Unit unit;
    private final Duration window;
    private final DoubleSupplier supplier;
    private final LevelHistory history;

    private SuppliedSignal(String name, Unit unit, Duration window, DoubleSupplier supplier) {
        this.name = name;
        this.unit = unit;
        this.window = window;
        this.supplier = supplier;
        this.history = new LevelHistory(window);
    }

    /**
     * A figure that somebody else measures.
     *
     * @param window the time the supplier's own figure covers, such as the expiry of a timer's percentiles
     * @param supplier called by one thread at a time; NaN is stale
     */
    public static SuppliedSignal of(String name, Unit unit, Duration window, DoubleSupplier supplier) {
        return new SuppliedSignal(name, unit, window, supplier);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Duration window() {
        return window;
    }

    @Override
    public Unit unit() {
        return unit;
    }

    @Override
    public Reading read(Duration now) {
        return history.plus(now, supplier.getAsDouble(), unit, name);
    }
}

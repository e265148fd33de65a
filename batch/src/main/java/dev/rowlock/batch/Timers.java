package dev.rowlock.batch;

import dev.rowlock.pacing.Signal;
import dev.rowlock.pacing.Unit;
import dev.rowlock.pacing.signal.SuppliedSignal;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Timers of the application itself, by the names that guards of plans use, such as a Micrometer timer's percentile:
 * {@code Timers.none().with("checkout", Duration.ofMinutes(1), () -> timer.percentile(0.99, TimeUnit.NANOSECONDS))}. Immutable; suppliers are called by one
 * thread at a time, twice a second while this process paces a run.
 */
public final class Timers {
    private final Map<String, Supplier<Signal>> byName;

    private Timers(Map<String, Supplier<Signal>> byName) {
        this.byName = Map.copyOf(byName);
    }

    public static Timers none() {
        return new Timers(Map.of());
    }

    /**
     * One more, or another of that name.
     *
     * @param window the time that its figure covers, such as the expiry of the timer's percentiles: what is crossed shows that late
     * @param nanos the figure; NaN is stale, never fine
     */
    public Timers with(String name, Duration window, DoubleSupplier nanos) {
        Map<String, Supplier<Signal>> all = new HashMap<>(byName);
        all.put(name.strip(), () -> SuppliedSignal.of(name.strip(), Unit.NANOSECONDS, window, nanos));
        return new Timers(all);
    }

    Map<String, Supplier<Signal>> byName() {
        return byName;
    }
}

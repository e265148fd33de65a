package dev.rowlock.pacing;

import java.time.Duration;
import java.util.function.Function;

/** What a read of a signal gave. Good and bad are judgements of a {@link Guard}; stale is neither. Immutable. */
public sealed interface Reading {
    <R> R fold(Function<? super Fresh, R> fresh, Function<? super Stale, R> stale);

    /**
     * A figure that may be judged.
     *
     * @param value the figure to show, in the signal's unit
     * @param text the figure in words
     * @param at the ticker's time of the read
     * @param evidence what the figure stands on, to be judged over whichever window a guard needs
     */
    record Fresh(double value, String text, Duration at, Evidence evidence) implements Reading {
        @Override
        public <R> R fold(Function<? super Fresh, R> fresh, Function<? super Stale, R> stale) {
            return fresh.apply(this);
        }
    }

    /**
     * No figure: the sensor is dead, slow, answered NULL, or its counter went backwards. Never to be read as "all fine".
     *
     * @param age since when there is none, counted from the last fresh read
     * @param reason why, for people
     */
    record Stale(Duration age, String reason) implements Reading {
        @Override
        public <R> R fold(Function<? super Fresh, R> fresh, Function<? super Stale, R> stale) {
            return stale.apply(this);
        }
    }
}

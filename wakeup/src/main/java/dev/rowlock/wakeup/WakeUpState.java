package dev.rowlock.wakeup;

import java.util.function.Function;

/** How a process hears of jobs that others commit. Immutable. */
public sealed interface WakeUpState {
    <R> R fold(Function<? super Listening, ? extends R> listening, Function<? super Polling, ? extends R> polling);

    /** As they commit. */
    record Listening() implements WakeUpState {
        @Override
        public <R> R fold(
                Function<? super Listening, ? extends R> listening, Function<? super Polling, ? extends R> polling) {
            return listening.apply(this);
        }
    }

    /**
     * With its workers' next look.
     *
     * @param reason what is wrong, and the statement or setting that mends it where there is one
     */
    record Polling(String reason) implements WakeUpState {
        @Override
        public <R> R fold(
                Function<? super Listening, ? extends R> listening, Function<? super Polling, ? extends R> polling) {
            return polling.apply(this);
        }
    }
}

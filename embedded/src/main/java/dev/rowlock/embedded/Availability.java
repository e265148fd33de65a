package dev.rowlock.embedded;

import java.util.function.Function;
import java.util.function.Supplier;

/** Whether a kind of server can be had on this machine. */
public sealed interface Availability {
    /** Goes on by the case at hand. */
    <R> R fold(Supplier<? extends R> available, Function<? super Missing, ? extends R> missing);

    /** Everything needed is here, or will be fetched at the first start. */
    record Available() implements Availability {
        @Override
        public <R> R fold(Supplier<? extends R> available, Function<? super Missing, ? extends R> missing) {
            return available.get();
        }
    }

    /**
     * Something is missing.
     *
     * @param reason one sentence: what is missing and what to install
     */
    record Missing(String reason) implements Availability {
        @Override
        public <R> R fold(Supplier<? extends R> available, Function<? super Missing, ? extends R> missing) {
            return missing.apply(this);
        }
    }
}

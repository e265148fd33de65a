package dev.rowlock.claim.work;

import dev.rowlock.claim.Verdict;
import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;
import java.util.function.Function;

/** What a handler made of a row, and so what the worker writes about it. Immutable. */
public sealed interface Outcome {
    <R> R fold(
            Function<? super Done, ? extends R> done,
            Function<? super Failed, ? extends R> failed,
            Function<? super Released, ? extends R> released,
            Function<? super Settled, ? extends R> settled);

    /** The work is done: the worker completes the row. */
    static Outcome done() {
        return Done.INSTANCE;
    }

    /** The work failed: an attempt is counted, the row is tried again after the backoff or is dead at the limit. */
    static Outcome failed(String reason) {
        return new Failed(reason);
    }

    /** Not now: the row goes back to ready after the delay, and no attempt is counted. */
    static Outcome released(Duration delay) {
        return new Released(delay);
    }

    /** The handler wrote the row's new state itself, in its own transaction; see {@link Work#pin}. The worker writes nothing. */
    static Outcome settled(Verdict verdict) {
        return new Settled(verdict);
    }

    /** The work is done. */
    record Done() implements Outcome {
        private static final Done INSTANCE = new Done();

        @Override
        public <R> R fold(
                Function<? super Done, ? extends R> done,
                Function<? super Failed, ? extends R> failed,
                Function<? super Released, ? extends R> released,
                Function<? super Settled, ? extends R> settled) {
            return done.apply(this);
        }
    }

    /**
     * The work failed.
     *
     * @param reason why, for people; kept in the row when it has a column for it
     */
    record Failed(String reason) implements Outcome {
        public Failed {
            reason = reason.isBlank() ? "no reason given" : reason;
        }

        @Override
        public <R> R fold(
                Function<? super Done, ? extends R> done,
                Function<? super Failed, ? extends R> failed,
                Function<? super Released, ? extends R> released,
                Function<? super Settled, ? extends R> settled) {
            return failed.apply(this);
        }
    }

    /**
     * The row is given back.
     *
     * @param delay how long it waits before it is ready; zero gives it its old place
     */
    record Released(Duration delay) implements Outcome {
        public Released {
            if (delay.isNegative()) {
                throw new ConfigurationException("a delay must not be negative: " + delay);
            }
        }

        @Override
        public <R> R fold(
                Function<? super Done, ? extends R> done,
                Function<? super Failed, ? extends R> failed,
                Function<? super Released, ? extends R> released,
                Function<? super Settled, ? extends R> settled) {
            return released.apply(this);
        }
    }

    /**
     * The handler settled the row itself.
     *
     * @param verdict what its own write got
     */
    record Settled(Verdict verdict) implements Outcome {
        @Override
        public <R> R fold(
                Function<? super Done, ? extends R> done,
                Function<? super Failed, ? extends R> failed,
                Function<? super Released, ? extends R> released,
                Function<? super Settled, ? extends R> settled) {
            return settled.apply(this);
        }
    }
}

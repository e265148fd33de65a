package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a handler made of a job, and so what the worker writes about it. Immutable. */
public sealed interface JobOutcome {
    /** Bytes a result may have. */
    int LARGEST_RESULT = 64 * 1024;

    <R> R fold(
            Function<? super Done, ? extends R> done,
            Function<? super Failed, ? extends R> failed,
            Function<? super GivenUp, ? extends R> givenUp,
            Function<? super Snoozed, ? extends R> snoozed,
            Function<? super Settled, ? extends R> settled);

    /** The job is done. */
    static Done done() {
        return new Done(null);
    }

    /** The job is done, and this came of it; up to 64 KiB. */
    static Done done(byte[] result) {
        return new Done(result.clone());
    }

    /** The attempt failed: the job is tried again as its retry policy says, or is a dead letter at the limit. */
    static JobOutcome failed(String reason) {
        return new Failed(reason);
    }

    /** It cannot be done, however often it is tried: the job is a dead letter. */
    static JobOutcome givenUp(String reason) {
        return new GivenUp(reason);
    }

    /** Not now: the job comes back after the delay, and no attempt is counted. */
    static JobOutcome snoozed(Duration delay) {
        return new Snoozed(delay);
    }

    /**
     * The job is done.
     *
     * @param result what came of it, {@code null} for nothing
     */
    @SuppressWarnings("ArrayRecordComponent") // made by done(byte[]) only, which copies; nobody compares outcomes
    record Done(byte @Nullable [] result) implements JobOutcome {
        public Done {
            if (result != null && result.length > LARGEST_RESULT) {
                throw new ConfigurationException("a job's result is " + result.length + " bytes, and may be "
                        + LARGEST_RESULT + ": keep what is large elsewhere, and answer with its name");
            }
        }

        @Override
        public <R> R fold(
                Function<? super Done, ? extends R> done,
                Function<? super Failed, ? extends R> failed,
                Function<? super GivenUp, ? extends R> givenUp,
                Function<? super Snoozed, ? extends R> snoozed,
                Function<? super Settled, ? extends R> settled) {
            return done.apply(this);
        }
    }

    /** The attempt failed. */
    record Failed(String reason) implements JobOutcome {
        @Override
        public <R> R fold(
                Function<? super Done, ? extends R> done,
                Function<? super Failed, ? extends R> failed,
                Function<? super GivenUp, ? extends R> givenUp,
                Function<? super Snoozed, ? extends R> snoozed,
                Function<? super Settled, ? extends R> settled) {
            return failed.apply(this);
        }
    }

    /** It cannot be done. */
    record GivenUp(String reason) implements JobOutcome {
        @Override
        public <R> R fold(
                Function<? super Done, ? extends R> done,
                Function<? super Failed, ? extends R> failed,
                Function<? super GivenUp, ? extends R> givenUp,
                Function<? super Snoozed, ? extends R> snoozed,
                Function<? super Settled, ? extends R> settled) {
            return givenUp.apply(this);
        }
    }

    /** Not now. */
    record Snoozed(Duration delay) implements JobOutcome {
        public Snoozed {
            if (delay.isNegative() || delay.compareTo(Duration.ofDays(3660)) > 0) {
                throw new ConfigurationException("a snooze is zero to ten years, not " + delay);
            }
        }

        @Override
        public <R> R fold(
                Function<? super Done, ? extends R> done,
                Function<? super Failed, ? extends R> failed,
                Function<? super GivenUp, ? extends R> givenUp,
                Function<? super Snoozed, ? extends R> snoozed,
                Function<? super Settled, ? extends R> settled) {
            return snoozed.apply(this);
        }
    }

    /** The handler completed the job in its own transaction; made by {@link Job#completeOn} only. */
    record Settled(JobId id) implements JobOutcome {
        @Override
        public <R> R fold(
                Function<? super Done, ? extends R> done,
                Function<? super Failed, ? extends R> failed,
                Function<? super GivenUp, ? extends R> givenUp,
                Function<? super Snoozed, ? extends R> snoozed,
                Function<? super Settled, ? extends R> settled) {
            return settled.apply(this);
        }
    }
}

package dev.rowlock.queue.internal.work;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is to be written about a job.
 *
 * @param delay until it is tried again, for {@link Kind#LATER}
 * @param failure the attempt that failed, {@code null} if none is counted
 * @param result of a job that is done
 */
@SuppressWarnings("ArrayRecordComponent") // read once, by the writer
record Ruling(Kind kind, Duration delay, @Nullable Failed failure, byte @Nullable [] result) {
    enum Kind {
        DONE,
        LATER,
        DEAD,
        RELEASED
    }

    /** Why an attempt failed. */
    record Failed(String reason, @Nullable String stack) {
        private static final int LONGEST_REASON = 1_000;
        static final int LONGEST_STACK = 64_000;

        Failed {
            reason = cut(reason.isBlank() ? "no reason given" : reason, LONGEST_REASON);
            stack = stack == null ? null : cut(stack, LONGEST_STACK);
        }

        private static String cut(String text, int longest) {
            return text.length() <= longest ? text : text.substring(0, longest);
        }
    }

    static final Ruling RELEASED = new Ruling(Kind.RELEASED, Duration.ZERO, null, null);

    /** Nobody here knows the kind: put off until a process that knows it comes first. */
    static final Ruling NOT_OURS = snoozed(Duration.ofSeconds(30));

    /** Whether a handler has spoken, so that its worker has lived through the job. */
    @SuppressWarnings("ReferenceEquality") // handlers may put jobs off for as long
    boolean isAnswer() {
        return kind != Kind.RELEASED && this != NOT_OURS;
    }

    static Ruling done(byte @Nullable [] result) {
        return new Ruling(Kind.DONE, Duration.ZERO, null, result);
    }

    static Ruling snoozed(Duration delay) {
        return new Ruling(Kind.LATER, delay, null, null);
    }

    static Ruling retried(Duration delay, Failed failure) {
        return new Ruling(Kind.LATER, delay, failure, null);
    }

    static Ruling dead(Failed failure) {
        return new Ruling(Kind.DEAD, Duration.ZERO, failure, null);
    }
}

package dev.rowlock.queue;

import java.time.Instant;
import java.util.Optional;

/**
 * Which dead letters are meant: those for which all of this holds. Immutable.
 *
 * @param kind of this kind
 * @param reason with this text in the reason of their last attempt, in capitals or not
 * @param from given up at this time or later, by the database's clock
 * @param before given up before this time
 */
public record DeadLetterFilter(
        Optional<String> kind, Optional<String> reason, Optional<Instant> from, Optional<Instant> before) {
    /** All of them. */
    public static DeadLetterFilter all() {
        return new DeadLetterFilter(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    public DeadLetterFilter ofKind(String name) {
        return new DeadLetterFilter(Optional.of(name), reason, from, before);
    }

    public DeadLetterFilter withReason(String part) {
        return new DeadLetterFilter(kind, Optional.of(part), from, before);
    }

    public DeadLetterFilter diedFrom(Instant time) {
        return new DeadLetterFilter(kind, reason, Optional.of(time), before);
    }

    public DeadLetterFilter diedBefore(Instant time) {
        return new DeadLetterFilter(kind, reason, from, Optional.of(time));
    }
}

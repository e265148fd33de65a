package dev.rowlock.diagnose.watch.internal;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Compares what the server counted with the reports that were seen. Pure but for its sums; for one thread.
 *
 * <p>The counter has to be read before the report: then a deadlock that happens in between is seen first and counted later, and the
 * difference never counts one as unseen that was only late.
 */
public final class Tally {
    private @Nullable Sample last;
    private long counted;
    private long seen;
    private long timeouts;
    private long dropped;
    private long unseen;

    /** Adds a sample; says why it could not be compared with the one before, if it could not. */
    public Optional<String> add(Sample sample) {
        Sample before = last;
        last = sample;
        if (before == null) {
            return Optional.empty();
        }
        if (!sample.sameLifeAs(before)) {
            dropped++;
            // What was seen and not counted yet was counted in the life that is over.
            counted = Math.max(counted, seen);
            return Optional.of(why(before, sample));
        }
        counted += difference(before.deadlocks(), sample.deadlocks());
        timeouts += difference(before.timeouts(), sample.timeouts());
        return Optional.empty();
    }

    private static String why(Sample before, Sample now) {
        if (!now.server().equals(before.server())) {
            return "another server answers (" + now.server() + " instead of " + before.server() + ")";
        }
        return now.startedAfter(before)
                ? "the server was started again"
                : "the server's counter went back from " + before.deadlocks().orElse(0) + " to "
                        + now.deadlocks().orElse(0);
    }

    private static long difference(OptionalLong before, OptionalLong now) {
        return before.isPresent() && now.isPresent() ? Math.max(0, now.getAsLong() - before.getAsLong()) : 0;
    }

    /** A new report was read, of a deadlock that is or will be in a sample that could be compared. */
    public void saw() {
        seen++;
    }

    /** Deadlocks the server counted of which no report was read; never less than it was. Asked when a look is over. */
    public long unseen() {
        unseen = Math.max(unseen, counted - seen);
        return unseen;
    }

    public long timeouts() {
        return timeouts;
    }

    /** Samples that could not be compared. */
    public long dropped() {
        return dropped;
    }
}

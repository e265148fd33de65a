package dev.rowlock.diagnose.oncall;

import dev.rowlock.mysql.TableName;
import java.time.Duration;
import java.util.List;

/** Where the collision rate of step two comes from: the report only places it in its order. */
@FunctionalInterface
public interface Collisions {
    /** Watches the table for about the window and says what it saw; blocks for so long. */
    Answer measure(TableName table, Duration window);

    /** For when no batch was named: there is no rate without one. */
    static Collisions notAsked() {
        return (table, window) -> new NotMeasured(
                "not measured: which rows a batch would touch was not said (--batch-predicate \"status = 'PENDING'\")");
    }

    /** What was measured. */
    sealed interface Answer permits Measured, NotMeasured {}

    /**
     * A rate.
     *
     * @param tooHigh whether it is over 1/100 for sure (C8)
     * @param said the figure and how sure it is, in one sentence
     * @param advice what to do about it
     */
    record Measured(boolean tooHigh, String said, List<String> advice) implements Answer {
        public Measured {
            advice = List.copyOf(advice);
        }
    }

    /**
     * No rate.
     *
     * @param why in one sentence
     */
    record NotMeasured(String why) implements Answer {}
}

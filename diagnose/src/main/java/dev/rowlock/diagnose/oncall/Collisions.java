package dev.rowlock.diagnose.oncall;

import dev.rowlock.diagnose.Sides;
import dev.rowlock.diagnose.collision.BatchPredicate;
import dev.rowlock.diagnose.collision.CollisionProbe;
import dev.rowlock.mysql.TableName;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

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

    /**
     * The rate of a batch with this predicate. Writes of connections that are batch by these sides, and of statements that begin with the
     * comment {@code batch} or {@code rowlock}, are not online traffic's: the batch may be running.
     *
     * @param dataSource to ask who is connected
     */
    static Collisions of(DataSource dataSource, CollisionProbe probe, BatchPredicate predicate, Sides sides) {
        return new ProbedCollisions(dataSource, probe, predicate, sides);
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

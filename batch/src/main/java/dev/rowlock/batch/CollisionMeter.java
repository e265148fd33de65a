package dev.rowlock.batch;

import dev.rowlock.mysql.TableName;
import java.time.Duration;
import java.util.Map;

/**
 * Measures how many of the rows a batch would touch online traffic writes at the same time (C8), before the batch runs. The command line fills
 * it from module diagnose, which this module does not know. Used by one thread; it must lock nothing.
 */
@FunctionalInterface
public interface CollisionMeter {
    /**
     * Watches the table for a while; locks nothing.
     *
     * @param where the condition, with {@code :name} for each parameter
     * @throws dev.rowlock.mysql.RowlockException when it cannot; a plan says so and goes on without
     */
    CollisionReading measure(TableName table, String where, Map<String, String> parameters, Duration window);
}

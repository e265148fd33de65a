package dev.rowlock.batch;

import java.util.List;

/**
 * A statement of a chunk as the server would run it. Immutable.
 *
 * @param what it is for
 * @param sql with the table's own names; question marks are parameters
 * @param locks which it takes and for how long, in words
 * @param plan what EXPLAIN says, a line for each table in it; empty when the table has no row
 */
public record PlannedStatement(String what, String sql, String locks, List<Step> plan) {
    public PlannedStatement {
        plan = List.copyOf(plan);
    }

    /**
     * A line of EXPLAIN.
     *
     * @param table as the server calls it; empty when it reads none
     * @param type such as {@code range} or {@code ALL}
     * @param index empty when none is used
     * @param rows the server believes it reads
     * @param extra what else it says
     */
    public record Step(String table, String type, String index, long rows, String extra) {}
}

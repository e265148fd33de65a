package dev.rowlock.diagnose.doctor;

/**
 * Something the doctor found. Immutable.
 *
 * @param id which kind of finding, such as {@code binlog-format}; stays the same when its words change
 * @param about {@code server}, or the table with its schema
 * @param what what is so, with the value
 * @param why why it matters here, with the figure that was measured
 * @param remedy the statement or setting that mends it
 * @param rule the rule it breaks, such as {@code A10}, or the fact behind it, such as {@code facts 1.2}
 */
public record Finding(
        String id, Severity severity, String about, String what, String why, String remedy, String rule) {}

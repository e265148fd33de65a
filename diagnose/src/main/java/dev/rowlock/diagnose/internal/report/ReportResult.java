package dev.rowlock.diagnose.internal.report;

/**
 * A report under one reading.
 *
 * @param end the line behind it
 * @param settled whether every line found its place
 * @param consistent whether no line contradicts; a report that was cut is consistent and not settled
 * @param shortened whether each statement that does not end was shortened by a person, as it shows
 */
record ReportResult(RawDeadlock deadlock, int end, boolean settled, boolean consistent, boolean shortened) {}

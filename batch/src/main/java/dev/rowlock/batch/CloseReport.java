package dev.rowlock.batch;

/**
 * What a worker left when it ended. Immutable.
 *
 * @param rowsDone rows it changed or handled
 * @param threadsLeft threads that did not end in time; what they have not committed will be rolled back, their shards run out of lease
 */
public record CloseReport(long rowsDone, int threadsLeft) {}

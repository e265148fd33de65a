package dev.rowlock.queue.schedule;

/**
 * A schedule that this process cannot read. Immutable.
 *
 * @param reason what is wrong with it here, and what mends it
 */
public record UnreadableSchedule(String name, String reason) {}

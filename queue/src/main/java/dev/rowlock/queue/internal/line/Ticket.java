package dev.rowlock.queue.internal.line;

/** One row that tells claims of a line. Immutable. */
public record Ticket(Place place, String line) {}

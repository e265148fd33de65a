package dev.rowlock.queue.internal.line;

import dev.rowlock.queue.JobId;

/** Where a row stands in the table that claims scan. Immutable. */
public record Place(int priority, JobId id) {}

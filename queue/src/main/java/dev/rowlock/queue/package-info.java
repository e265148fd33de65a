/** The managed job queue: enqueue in the caller's transaction, workers, retries, dead letters. */
@NullMarked
package dev.rowlock.queue;

import org.jspecify.annotations.NullMarked;

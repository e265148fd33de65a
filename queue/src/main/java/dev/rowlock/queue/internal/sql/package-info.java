/** Every statement of the queue, with its locks. */
@NullMarked
package dev.rowlock.queue.internal.sql;

import org.jspecify.annotations.NullMarked;

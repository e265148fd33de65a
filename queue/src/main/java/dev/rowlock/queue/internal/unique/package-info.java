/** Jobs that are enqueued once at a time. */
@NullMarked
package dev.rowlock.queue.internal.unique;

import org.jspecify.annotations.NullMarked;

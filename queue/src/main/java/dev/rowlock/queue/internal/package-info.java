/** The machinery of the queue. */
@NullMarked
package dev.rowlock.queue.internal;

import org.jspecify.annotations.NullMarked;

/** The threads of a worker. */
@NullMarked
package dev.rowlock.queue.internal.work;

import org.jspecify.annotations.NullMarked;

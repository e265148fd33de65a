/** Rules of the build for the queue. */
@NullMarked
package dev.rowlock.queue.architecture;

import org.jspecify.annotations.NullMarked;

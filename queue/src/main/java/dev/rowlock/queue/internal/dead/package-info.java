/** Dead letters: looked at, redriven and discarded. */
@NullMarked
package dev.rowlock.queue.internal.dead;

import org.jspecify.annotations.NullMarked;

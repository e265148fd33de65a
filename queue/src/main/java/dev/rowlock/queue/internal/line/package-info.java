/** Lines: jobs of one key that wait for their turn, the slots they run under, and the tickets by which claims hear of them. */
@NullMarked
package dev.rowlock.queue.internal.line;

import org.jspecify.annotations.NullMarked;

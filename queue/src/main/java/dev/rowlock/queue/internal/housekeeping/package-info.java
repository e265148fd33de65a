/** What keeps the tables in order, elected and in bounded transactions. */
@NullMarked
package dev.rowlock.queue.internal.housekeeping;

import org.jspecify.annotations.NullMarked;

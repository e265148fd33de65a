/** How many jobs there are in each state: counted piece by piece by whoever keeps house, and kept for everybody to read. */
@NullMarked
package dev.rowlock.queue.internal.census;

import org.jspecify.annotations.NullMarked;

/** Commands of the managed queue. */
@NullMarked
package dev.rowlock.cli.queue;

import org.jspecify.annotations.NullMarked;

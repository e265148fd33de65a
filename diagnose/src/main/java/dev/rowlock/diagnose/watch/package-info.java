/** Watching a server for deadlocks: each one once, how many could not be seen, history and metric. */
@NullMarked
package dev.rowlock.diagnose.watch;

import org.jspecify.annotations.NullMarked;

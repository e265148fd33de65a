/** Wakes idle workers of a process when other processes commit jobs. */
@NullMarked
package dev.rowlock.wakeup;

import org.jspecify.annotations.NullMarked;

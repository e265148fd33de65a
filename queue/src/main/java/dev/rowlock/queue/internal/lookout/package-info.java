/** What a process does once, however many workers it runs: it looks for those that are idle, and keeps house. */
@NullMarked
package dev.rowlock.queue.internal.lookout;

import org.jspecify.annotations.NullMarked;

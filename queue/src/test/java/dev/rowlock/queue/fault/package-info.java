/** What happens when a statement fails, for every statement there is. */
@NullMarked
package dev.rowlock.queue.fault;

import org.jspecify.annotations.NullMarked;

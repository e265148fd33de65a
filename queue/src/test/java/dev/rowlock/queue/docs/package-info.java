/** What documents say of the queue, held to it. */
@NullMarked
package dev.rowlock.queue.docs;

import org.jspecify.annotations.NullMarked;

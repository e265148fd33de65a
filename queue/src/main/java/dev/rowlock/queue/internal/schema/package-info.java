/** How the queue's tables come to be and move on. Only one class here knows Flyway. */
@NullMarked
package dev.rowlock.queue.internal.schema;

import org.jspecify.annotations.NullMarked;

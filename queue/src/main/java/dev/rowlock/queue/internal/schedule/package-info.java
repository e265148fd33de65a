/** How schedules are kept and fired. Only one class here knows the cron library. */
@NullMarked
package dev.rowlock.queue.internal.schedule;

import org.jspecify.annotations.NullMarked;

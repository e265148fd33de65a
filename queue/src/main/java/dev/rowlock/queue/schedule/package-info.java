/** Schedules: jobs that are enqueued again and again, by cron, at a fixed rate or with a fixed delay. */
@NullMarked
package dev.rowlock.queue.schedule;

import org.jspecify.annotations.NullMarked;

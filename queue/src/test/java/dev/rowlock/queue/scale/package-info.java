/** Measurements that need more rows than a test may make; run by hand. */
@NullMarked
package dev.rowlock.queue.scale;

import org.jspecify.annotations.NullMarked;

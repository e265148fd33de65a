@NullMarked
package dev.rowlock.benchmarks.queue;

import org.jspecify.annotations.NullMarked;

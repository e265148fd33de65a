/** Storage layouts of a job table beside each other. */
@NullMarked
package dev.rowlock.benchmarks.layouts;

import org.jspecify.annotations.NullMarked;

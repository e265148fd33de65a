/** The managed queue beside bare JDBC and other job libraries: P1 to P7 of {@code rowlock bench}. */
@NullMarked
package dev.rowlock.benchmarks.queue;

import org.jspecify.annotations.NullMarked;

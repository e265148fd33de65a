/** Other job libraries, each with the settings its own documents recommend for speed on MySQL. */
@NullMarked
package dev.rowlock.benchmarks.peers;

import org.jspecify.annotations.NullMarked;

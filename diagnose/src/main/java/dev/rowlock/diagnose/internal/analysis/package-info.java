/** What a report means: who waits for whom, in which order locks were taken, what avoids it. */
@NullMarked
package dev.rowlock.diagnose.internal.analysis;

import org.jspecify.annotations.NullMarked;

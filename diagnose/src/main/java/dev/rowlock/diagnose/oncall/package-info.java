/** The order of diagnosis (C10) as one report: what to run when P99 jumps and the slow log is clean. */
@NullMarked
package dev.rowlock.diagnose.oncall;

import org.jspecify.annotations.NullMarked;

/**
 * Diagnosis for the person on call (C10): what the server printed about its deadlocks, read and put into words.
 *
 * <p>Start at {@link dev.rowlock.diagnose.DeadlockReader}.
 */
@NullMarked
package dev.rowlock.diagnose;

import org.jspecify.annotations.NullMarked;

/** Leases that end without an answer, and kinds whose jobs are therefore not run. */
@NullMarked
package dev.rowlock.queue.internal.quarantine;

import org.jspecify.annotations.NullMarked;

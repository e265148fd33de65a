/** How batches are done: chunks, ledger, shards, leases, pacing. */
@NullMarked
package dev.rowlock.batch.internal;

import org.jspecify.annotations.NullMarked;

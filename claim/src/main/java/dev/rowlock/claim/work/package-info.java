/**
 * A worker over a {@link dev.rowlock.claim.LeaseTable}: it claims rows, hands them to the user's handler, keeps their leases alive while
 * it works, and writes down what came of each.
 *
 * <p>Start with {@link dev.rowlock.claim.work.LeaseWorker}.
 */
@NullMarked
package dev.rowlock.claim.work;

import org.jspecify.annotations.NullMarked;

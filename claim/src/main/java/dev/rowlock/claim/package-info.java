/**
 * The claim protocol over any table: rows change owner in one short transaction, every later write names the claim's fence.
 *
 * <p>Start at {@link dev.rowlock.claim.LeaseTable}.
 */
@NullMarked
package dev.rowlock.claim;

import org.jspecify.annotations.NullMarked;

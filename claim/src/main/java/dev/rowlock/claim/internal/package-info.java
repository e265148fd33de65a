/** Machinery of the claim protocol; not part of the API. */
@NullMarked
package dev.rowlock.claim.internal;

import org.jspecify.annotations.NullMarked;

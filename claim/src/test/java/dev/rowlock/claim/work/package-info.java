/** The worker, on real servers. */
@NullMarked
package dev.rowlock.claim.work;

import org.jspecify.annotations.NullMarked;

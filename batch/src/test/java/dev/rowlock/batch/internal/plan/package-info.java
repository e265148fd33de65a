/** How a plan computes, without a server. */
@NullMarked
package dev.rowlock.batch.internal.plan;

import org.jspecify.annotations.NullMarked;

/** Plans and what cannot be planned, on real servers. */
@NullMarked
package dev.rowlock.batch.plan;

import org.jspecify.annotations.NullMarked;

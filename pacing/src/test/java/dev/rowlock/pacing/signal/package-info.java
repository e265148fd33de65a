/** The signals on real servers. */
@NullMarked
package dev.rowlock.pacing.signal;

import org.jspecify.annotations.NullMarked;

/** The statistics beside the exact ones. */
@NullMarked
package dev.rowlock.pacing.internal.judge;

import org.jspecify.annotations.NullMarked;

/** How evidence is held against a limit: pure statistics. */
@NullMarked
package dev.rowlock.pacing.internal.judge;

import org.jspecify.annotations.NullMarked;

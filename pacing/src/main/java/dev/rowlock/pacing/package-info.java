/** Signals of online traffic, and the controller that decides how fast batch work may go. */
@NullMarked
package dev.rowlock.pacing;

import org.jspecify.annotations.NullMarked;

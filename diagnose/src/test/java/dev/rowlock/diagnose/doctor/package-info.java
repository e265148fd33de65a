/** The doctor on set-ups that were broken on purpose, and on one that was not. */
@NullMarked
package dev.rowlock.diagnose.doctor;

import org.jspecify.annotations.NullMarked;

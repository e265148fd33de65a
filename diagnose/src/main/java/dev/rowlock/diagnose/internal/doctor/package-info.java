/** The doctor's examinations, a class for each. */
@NullMarked
package dev.rowlock.diagnose.internal.doctor;

import org.jspecify.annotations.NullMarked;

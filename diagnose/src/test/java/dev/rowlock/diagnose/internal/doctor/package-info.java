/** Parts of the doctor that need no server. */
@NullMarked
package dev.rowlock.diagnose.internal.doctor;

import org.jspecify.annotations.NullMarked;

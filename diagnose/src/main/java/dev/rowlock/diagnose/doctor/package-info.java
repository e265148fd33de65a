/** The doctor: what stands in the way of going live, and what to do about it (A10, B9). */
@NullMarked
package dev.rowlock.diagnose.doctor;

import org.jspecify.annotations.NullMarked;

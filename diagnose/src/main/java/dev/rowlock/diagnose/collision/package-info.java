/** The collision probe (C8): how many of the rows a batch would touch online traffic writes at the same time. */
@NullMarked
package dev.rowlock.diagnose.collision;

import org.jspecify.annotations.NullMarked;

/** Every statement the module sends. */
@NullMarked
package dev.rowlock.pacing.internal.sql;

import org.jspecify.annotations.NullMarked;

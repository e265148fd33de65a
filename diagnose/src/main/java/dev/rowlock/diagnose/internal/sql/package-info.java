/** The statements of this module. */
@NullMarked
package dev.rowlock.diagnose.internal.sql;

import org.jspecify.annotations.NullMarked;

/** Every statement the module sends. */
@NullMarked
package dev.rowlock.binlog.internal.sql;

import org.jspecify.annotations.NullMarked;

/** Every statement the module sends. */
@NullMarked
package dev.rowlock.mysql.internal.sql;

import org.jspecify.annotations.NullMarked;

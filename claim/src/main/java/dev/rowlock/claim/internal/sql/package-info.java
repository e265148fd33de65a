/** Every statement the module sends. */
@NullMarked
package dev.rowlock.claim.internal.sql;

import org.jspecify.annotations.NullMarked;

/** What a fresh data folder is told before its server listens. */
@NullMarked
package dev.rowlock.embedded.internal.sql;

import org.jspecify.annotations.NullMarked;

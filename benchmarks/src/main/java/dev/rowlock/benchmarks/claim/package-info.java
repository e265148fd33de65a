/** Claiming and completing rows of a user's table, beside a bare JDBC loop. */
@NullMarked
package dev.rowlock.benchmarks.claim;

import org.jspecify.annotations.NullMarked;

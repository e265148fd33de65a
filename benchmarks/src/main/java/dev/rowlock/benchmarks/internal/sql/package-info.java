/** Statements of the benchmarks: what the bare loops send, and what makes and fills tables. */
@NullMarked
package dev.rowlock.benchmarks.internal.sql;

import org.jspecify.annotations.NullMarked;

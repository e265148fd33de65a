/** Scenarios that are measured beside a reference: what they share. */
@NullMarked
package dev.rowlock.benchmarks;

import org.jspecify.annotations.NullMarked;

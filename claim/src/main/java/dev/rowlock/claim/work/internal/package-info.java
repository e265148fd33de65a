/** Machinery of the worker. */
@NullMarked
package dev.rowlock.claim.work.internal;

import org.jspecify.annotations.NullMarked;

/** Parts of the worker that need no server. */
@NullMarked
package dev.rowlock.claim.work.internal;

import org.jspecify.annotations.NullMarked;

/** Tests of the chunk protocol from inside: what one chunk locks, sends and writes. */
@NullMarked
package dev.rowlock.batch.internal;

import org.jspecify.annotations.NullMarked;

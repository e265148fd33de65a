/** What a watch is made of. */
@NullMarked
package dev.rowlock.diagnose.watch.internal;

import org.jspecify.annotations.NullMarked;

/** Where server programs come from, how their data folders are prepared, and how their processes are watched. */
@NullMarked
package dev.rowlock.embedded.internal;

import org.jspecify.annotations.NullMarked;

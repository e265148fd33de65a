/** The rowlock command. */
@NullMarked
package dev.rowlock.cli;

import org.jspecify.annotations.NullMarked;

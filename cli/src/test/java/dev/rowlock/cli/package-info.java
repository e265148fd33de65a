/** The command line as a whole. */
@NullMarked
package dev.rowlock.cli;

import org.jspecify.annotations.NullMarked;

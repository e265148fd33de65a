/** The worker as a command. */
@NullMarked
package dev.rowlock.cli.work;

import org.jspecify.annotations.NullMarked;

/** The worker as a command, also as a process that gets signals. */
@NullMarked
package dev.rowlock.cli.work;

import org.jspecify.annotations.NullMarked;

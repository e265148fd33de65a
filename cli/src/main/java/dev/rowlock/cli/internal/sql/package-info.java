/** Every statement the command line sends of its own: those of the demo. */
@NullMarked
package dev.rowlock.cli.internal.sql;

import org.jspecify.annotations.NullMarked;

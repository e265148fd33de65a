/** Commands over the user's own table. */
@NullMarked
package dev.rowlock.cli.table;

import org.jspecify.annotations.NullMarked;

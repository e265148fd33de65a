/** Commands over a table, on real servers. */
@NullMarked
package dev.rowlock.cli.table;

import org.jspecify.annotations.NullMarked;

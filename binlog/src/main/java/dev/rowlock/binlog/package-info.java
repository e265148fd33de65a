/** Row events of the server's binary log: what was written to a table, as it commits. */
@NullMarked
package dev.rowlock.binlog;

import org.jspecify.annotations.NullMarked;

/** Reading the binary log: connection, transactions, rows. Not part of the API. */
@NullMarked
package dev.rowlock.binlog.internal;

import org.jspecify.annotations.NullMarked;

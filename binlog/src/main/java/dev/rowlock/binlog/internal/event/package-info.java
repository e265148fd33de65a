/**
 * Events of the binary log, from bytes to keys. The connector's library gives the protocol, logging in, and the values of columns; what it
 * does not know (compressed events of MariaDB, values in compressed transactions of MySQL, newer event and column types) is read here.
 */
@NullMarked
package dev.rowlock.binlog.internal.event;

import org.jspecify.annotations.NullMarked;

package dev.rowlock.binlog;

import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.RowKey;
import java.time.Instant;

/**
 * One row that was written. Immutable.
 *
 * <p>An UPDATE that changes the primary key is told as the DELETE of the old and the INSERT of the new key, as it is to anybody who knows
 * rows by their keys.
 *
 * @param table the table, named as it was asked for
 * @param key its primary key, with the values a SELECT returns: whole numbers with their sign, text decoded from the column's character
 *     set, BINARY with its zero bytes
 * @param committedAt when the transaction committed, by the server's clock: to the microsecond on MySQL; on MariaDB the second in which
 *     its last statement began
 */
public record RowChange(TableName table, ChangeKind kind, RowKey key, Writer writer, Instant committedAt) {}

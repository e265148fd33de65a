/**
 * The ground everything stands on: transactions, failure classes, server facts, safe identifiers.
 *
 * <p>Compiles against {@code java.sql} only; Connector/J and MariaDB Connector/J both work.
 */
@NullMarked
package dev.rowlock.mysql;

import org.jspecify.annotations.NullMarked;

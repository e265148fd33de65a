/** Tables as the server describes them: columns, indexes, keys of rows, and statements made for one table. */
@NullMarked
package dev.rowlock.mysql.table;

import org.jspecify.annotations.NullMarked;

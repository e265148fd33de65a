/** Every statement of the batch engine. */
@NullMarked
package dev.rowlock.batch.internal.sql;

import org.jspecify.annotations.NullMarked;

/** Bulk changes of a live table that online traffic does not notice. */
@NullMarked
package dev.rowlock.batch;

import org.jspecify.annotations.NullMarked;

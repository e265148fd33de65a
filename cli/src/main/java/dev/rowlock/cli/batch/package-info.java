/** Commands over bulk changes of a live table. */
@NullMarked
package dev.rowlock.cli.batch;

import org.jspecify.annotations.NullMarked;

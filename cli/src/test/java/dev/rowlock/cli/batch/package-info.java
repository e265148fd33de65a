/** Tests of the commands over batches. */
@NullMarked
package dev.rowlock.cli.batch;

import org.jspecify.annotations.NullMarked;

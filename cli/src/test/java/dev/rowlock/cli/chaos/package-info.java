/** Many processes, killed again and again, over one table. */
@NullMarked
package dev.rowlock.cli.chaos;

import org.jspecify.annotations.NullMarked;

/** Rules of this module: what it may use, and where its SQL stands. */
@NullMarked
package dev.rowlock.batch.architecture;

import org.jspecify.annotations.NullMarked;

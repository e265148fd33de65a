/** Rules of the build: which module may use which, where SQL may stand, what libraries must not do. */
@NullMarked
package dev.rowlock.claim.architecture;

import org.jspecify.annotations.NullMarked;

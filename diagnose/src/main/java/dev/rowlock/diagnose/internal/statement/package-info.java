/** SQL as text: tokens, masking, and the comments that name a side. */
@NullMarked
package dev.rowlock.diagnose.internal.statement;

import org.jspecify.annotations.NullMarked;

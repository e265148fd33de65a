/** The code the documents show, compiled and run. */
@NullMarked
package dev.rowlock.claim.docs;

import org.jspecify.annotations.NullMarked;

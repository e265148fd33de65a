/** What the documents say, held against what is there. */
@NullMarked
package dev.rowlock.cli.docs;

import org.jspecify.annotations.NullMarked;

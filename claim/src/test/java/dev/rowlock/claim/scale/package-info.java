/** What claims cost on large tables: rows others hold, tombstones, rows that appear behind the cursor. */
@NullMarked
package dev.rowlock.claim.scale;

import org.jspecify.annotations.NullMarked;

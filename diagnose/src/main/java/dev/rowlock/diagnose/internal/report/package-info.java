/** Reads the text of deadlock reports: lines, SQL in between, transactions and locks. */
@NullMarked
package dev.rowlock.diagnose.internal.report;

import org.jspecify.annotations.NullMarked;

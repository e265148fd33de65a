/** The user's table as the server describes it, and what the protocol makes of it. */
@NullMarked
package dev.rowlock.claim.internal.table;

import org.jspecify.annotations.NullMarked;

/** The signals that exist: of the server, of a replica, of an application, of an own write. */
@NullMarked
package dev.rowlock.pacing.signal;

import org.jspecify.annotations.NullMarked;

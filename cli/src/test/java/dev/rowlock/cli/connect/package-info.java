/** How commands reach the server. */
@NullMarked
package dev.rowlock.cli.connect;

import org.jspecify.annotations.NullMarked;

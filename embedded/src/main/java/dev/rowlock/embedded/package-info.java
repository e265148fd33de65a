/** A real MySQL or MariaDB as a child process, for demos, quick starts and tests. */
@NullMarked
package dev.rowlock.embedded;

import org.jspecify.annotations.NullMarked;

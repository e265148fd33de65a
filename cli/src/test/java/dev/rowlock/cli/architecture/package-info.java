/** Rules of the build that need to see the command line, which nothing else sees. */
@NullMarked
package dev.rowlock.cli.architecture;

import org.jspecify.annotations.NullMarked;

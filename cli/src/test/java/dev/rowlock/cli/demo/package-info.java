/** The demo. */
@NullMarked
package dev.rowlock.cli.demo;

import org.jspecify.annotations.NullMarked;

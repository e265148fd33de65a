@NullMarked
package dev.rowlock.cli.bench;

import org.jspecify.annotations.NullMarked;

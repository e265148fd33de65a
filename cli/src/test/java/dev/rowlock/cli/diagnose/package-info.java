@NullMarked
package dev.rowlock.cli.diagnose;

import org.jspecify.annotations.NullMarked;

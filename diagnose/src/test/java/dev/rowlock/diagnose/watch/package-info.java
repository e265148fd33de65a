@NullMarked
package dev.rowlock.diagnose.watch;

import org.jspecify.annotations.NullMarked;

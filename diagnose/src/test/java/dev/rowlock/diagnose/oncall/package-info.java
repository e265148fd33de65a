@NullMarked
package dev.rowlock.diagnose.oncall;

import org.jspecify.annotations.NullMarked;

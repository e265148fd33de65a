/** Tests on real servers: a JUnit extension that hands a test a fresh schema on each of them, and faults. */
@NullMarked
package dev.rowlock.testing;

import org.jspecify.annotations.NullMarked;

/** How the extension starts servers, makes schemas, counts statements and finds leaks. */
@NullMarked
package dev.rowlock.testing.internal;

import org.jspecify.annotations.NullMarked;

/** Every statement the test kit sends of its own. */
@NullMarked
package dev.rowlock.testing.internal.sql;

import org.jspecify.annotations.NullMarked;

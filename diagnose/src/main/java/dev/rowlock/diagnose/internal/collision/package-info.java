/** How the collision probe counts, watches and judges. */
@NullMarked
package dev.rowlock.diagnose.internal.collision;

import org.jspecify.annotations.NullMarked;

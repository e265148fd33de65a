/** A modelled server in virtual time, that answers a controller as fast as it can ask. */
@NullMarked
package dev.rowlock.pacing.simulator;

import org.jspecify.annotations.NullMarked;

/** What a plan would do on a server, before it runs: looked up, sampled, and put in words. */
@NullMarked
package dev.rowlock.batch.internal.plan;

import org.jspecify.annotations.NullMarked;

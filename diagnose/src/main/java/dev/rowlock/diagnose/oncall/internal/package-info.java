/** What the on-call report sees, and how it judges. */
@NullMarked
package dev.rowlock.diagnose.oncall.internal;

import org.jspecify.annotations.NullMarked;

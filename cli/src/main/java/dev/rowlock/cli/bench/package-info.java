/** {@code rowlock bench}: measurements that a user can repeat, each beside its reference in one run. */
@NullMarked
package dev.rowlock.cli.bench;

import org.jspecify.annotations.NullMarked;

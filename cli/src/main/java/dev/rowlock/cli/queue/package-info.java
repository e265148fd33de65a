/** {@code rowlock migrate}, {@code enqueue}, {@code work}, {@code jobs}, {@code queues}: the managed queue for people without a JVM. */
@NullMarked
package dev.rowlock.cli.queue;

import org.jspecify.annotations.NullMarked;

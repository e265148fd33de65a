package dev.rowlock.binlog;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;

/** How far a stream of row events is to be believed. Immutable. */
public sealed interface StreamState {
    <R> R fold(
            Function<? super Running, R> running,
            Function<? super Behind, R> behind,
            Function<? super Lost, R> lost,
            Function<? super Closed, R> closed);

    /** Whether silence means that nothing was written. */
    default boolean isRunning() {
        return this instanceof Running;
    }

    /**
     * All is told as it commits.
     *
     * @param upTo what had committed by then, by the server's clock, was told
     */
    record Running(Instant upTo) implements StreamState {
        @Override
        public <R> R fold(
                Function<? super Running, R> running,
                Function<? super Behind, R> behind,
                Function<? super Lost, R> lost,
                Function<? super Closed, R> closed) {
            return running.apply(this);
        }
    }

    /**
     * Writes are told late: the listener is slow, or the connection is being made again. Nothing is lost so far.
     *
     * @param lag how much of the log is missing, in time
     */
    record Behind(Instant upTo, Duration lag, String reason) implements StreamState {
        @Override
        public <R> R fold(
                Function<? super Running, R> running,
                Function<? super Behind, R> behind,
                Function<? super Lost, R> lost,
                Function<? super Closed, R> closed) {
            return behind.apply(this);
        }
    }

    /**
     * Nothing is told any more, and the stream does not try again.
     *
     * @param mend what to do before opening another one
     */
    record Lost(Instant upTo, String reason, String mend) implements StreamState {
        @Override
        public <R> R fold(
                Function<? super Running, R> running,
                Function<? super Behind, R> behind,
                Function<? super Lost, R> lost,
                Function<? super Closed, R> closed) {
            return lost.apply(this);
        }
    }

    /** It was closed by its owner. */
    record Closed() implements StreamState {
        @Override
        public <R> R fold(
                Function<? super Running, R> running,
                Function<? super Behind, R> behind,
                Function<? super Lost, R> lost,
                Function<? super Closed, R> closed) {
            return closed.apply(this);
        }
    }
}

package dev.rowlock.claim;

import dev.rowlock.mysql.table.RowKey;
import java.util.function.Function;

/** What a claim of one particular row got (B1 to B3). It answers at once and never takes another row instead. Immutable. */
public sealed interface TargetedClaim {
    <R> R fold(
            Function<? super Claimed, ? extends R> claimed,
            Function<? super Busy, ? extends R> busy,
            Function<? super NotReady, ? extends R> notReady,
            Function<? super NotFound, ? extends R> notFound);

    /** The row is this process's now. */
    record Claimed(Lease lease) implements TargetedClaim {
        @Override
        public <R> R fold(
                Function<? super Claimed, ? extends R> claimed,
                Function<? super Busy, ? extends R> busy,
                Function<? super NotReady, ? extends R> notReady,
                Function<? super NotFound, ? extends R> notFound) {
            return claimed.apply(this);
        }
    }

    /** Another transaction has the row locked right now: try later. It says nothing about who will own the row. */
    record Busy(RowKey key) implements TargetedClaim {
        @Override
        public <R> R fold(
                Function<? super Claimed, ? extends R> claimed,
                Function<? super Busy, ? extends R> busy,
                Function<? super NotReady, ? extends R> notReady,
                Function<? super NotFound, ? extends R> notFound) {
            return busy.apply(this);
        }
    }

    /** The row was locked for a moment and is not ready: claimed by somebody, finished, dead, or due later. */
    record NotReady(RowKey key, RowState seen) implements TargetedClaim {
        @Override
        public <R> R fold(
                Function<? super Claimed, ? extends R> claimed,
                Function<? super Busy, ? extends R> busy,
                Function<? super NotReady, ? extends R> notReady,
                Function<? super NotFound, ? extends R> notFound) {
            return notReady.apply(this);
        }
    }

    /** There is no such row. */
    record NotFound(RowKey key) implements TargetedClaim {
        @Override
        public <R> R fold(
                Function<? super Claimed, ? extends R> claimed,
                Function<? super Busy, ? extends R> busy,
                Function<? super NotReady, ? extends R> notReady,
                Function<? super NotFound, ? extends R> notFound) {
            return notFound.apply(this);
        }
    }
}

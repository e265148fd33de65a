package dev.rowlock.claim;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** What became of one write of a lease's holder. Each row of a batch has its own. Immutable. */
public sealed interface Verdict {
    /** The lease the write was about; for an extension that was applied, the new one. */
    Lease lease();

    <R> R fold(
            Function<? super Applied, ? extends R> applied,
            Function<? super Lost, ? extends R> lost,
            Function<? super Held, ? extends R> held);

    /**
     * The write happened; the row is in the given state now.
     *
     * @param readyIn for a row that went back to ready: it is due at the latest this long after the answer; zero for every other
     */
    record Applied(Lease lease, LeaseState state, Duration readyIn) implements Verdict {
        public Applied(Lease lease, LeaseState state) {
            this(lease, state, Duration.ZERO);
        }

        @Override
        public <R> R fold(
                Function<? super Applied, ? extends R> applied,
                Function<? super Lost, ? extends R> lost,
                Function<? super Held, ? extends R> held) {
            return applied.apply(this);
        }
    }

    /**
     * The lease no longer stands: it expired, the row was reclaimed, or somebody changed it. Nothing was written (A7).
     *
     * @param seenOrEmpty the row as it is now; empty when it is gone
     */
    record Lost(Lease lease, Optional<RowState> seenOrEmpty) implements Verdict {
        @Override
        public <R> R fold(
                Function<? super Applied, ? extends R> applied,
                Function<? super Lost, ? extends R> lost,
                Function<? super Held, ? extends R> held) {
            return lost.apply(this);
        }
    }

    /** Another transaction has the row locked right now, the lease still stood when it was read: nothing was written, try again. */
    record Held(Lease lease) implements Verdict {
        @Override
        public <R> R fold(
                Function<? super Applied, ? extends R> applied,
                Function<? super Lost, ? extends R> lost,
                Function<? super Held, ? extends R> held) {
            return held.apply(this);
        }
    }
}

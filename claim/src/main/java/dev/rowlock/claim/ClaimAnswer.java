package dev.rowlock.claim;

import java.util.List;
import java.util.function.Function;

/**
 * What a batch claim got. A claim skips what others hold, so fewer rows than asked for do not mean that the queue is drained, and none
 * means only that nothing was visible this round (A3). Immutable.
 */
public sealed interface ClaimAnswer {
    /** The leases that were taken, in the order of the claim. */
    List<Lease> leases();

    <R> R fold(
            Function<? super Full, ? extends R> full,
            Function<? super Short, ? extends R> some,
            Function<? super NothingVisible, ? extends R> nothing);

    /** As many rows as were asked for. */
    record Full(List<Lease> leases) implements ClaimAnswer {
        public Full {
            leases = List.copyOf(leases);
        }

        @Override
        public <R> R fold(
                Function<? super Full, ? extends R> full,
                Function<? super Short, ? extends R> some,
                Function<? super NothingVisible, ? extends R> nothing) {
            return full.apply(this);
        }
    }

    /** Fewer rows than were asked for, at least one; more may be ready. */
    record Short(List<Lease> leases) implements ClaimAnswer {
        public Short {
            leases = List.copyOf(leases);
        }

        @Override
        public <R> R fold(
                Function<? super Full, ? extends R> full,
                Function<? super Short, ? extends R> some,
                Function<? super NothingVisible, ? extends R> nothing) {
            return some.apply(this);
        }
    }

    /** No row was visible this round: back off and ask again. */
    record NothingVisible() implements ClaimAnswer {
        @Override
        public List<Lease> leases() {
            return List.of();
        }

        @Override
        public <R> R fold(
                Function<? super Full, ? extends R> full,
                Function<? super Short, ? extends R> some,
                Function<? super NothingVisible, ? extends R> nothing) {
            return nothing.apply(this);
        }
    }
}

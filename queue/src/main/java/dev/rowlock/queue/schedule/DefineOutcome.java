package dev.rowlock.queue.schedule;

import java.util.function.Function;

/** What became of a definition. Immutable. */
public sealed interface DefineOutcome {
    <R> R fold(
            Function<? super Added, ? extends R> added,
            Function<? super Changed, ? extends R> changed,
            Function<? super Unchanged, ? extends R> unchanged);

    /** How the schedule stands now. */
    ScheduleState state();

    /** There was none of this name. */
    record Added(ScheduleState state) implements DefineOutcome {
        @Override
        public <R> R fold(
                Function<? super Added, ? extends R> added,
                Function<? super Changed, ? extends R> changed,
                Function<? super Unchanged, ? extends R> unchanged) {
            return added.apply(this);
        }
    }

    /** There was another; when its timing is another, too, the next firing was reckoned anew. Whether it is paused stays as it was. */
    record Changed(ScheduleState state) implements DefineOutcome {
        @Override
        public <R> R fold(
                Function<? super Added, ? extends R> added,
                Function<? super Changed, ? extends R> changed,
                Function<? super Unchanged, ? extends R> unchanged) {
            return changed.apply(this);
        }
    }

    /** It was there already; nothing was written. */
    record Unchanged(ScheduleState state) implements DefineOutcome {
        @Override
        public <R> R fold(
                Function<? super Added, ? extends R> added,
                Function<? super Changed, ? extends R> changed,
                Function<? super Unchanged, ? extends R> unchanged) {
            return unchanged.apply(this);
        }
    }
}

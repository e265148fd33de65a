package dev.rowlock.batch;

import org.jspecify.annotations.Nullable;

/**
 * Something worth knowing before a batch begins. Immutable.
 *
 * @param id stable, for programs
 * @param weight how much it matters
 * @param text what is so and what it means here
 * @param remedyOrNull the statement or setting that mends it
 */
public record PlanNote(
        String id, Weight weight, String text, @Nullable String remedyOrNull) {
    /** How much a note matters. */
    public enum Weight {
        INFO,
        WARNING,
        /** The batch could not start, or would stop. */
        BLOCKS
    }

    public static PlanNote info(String id, String text) {
        return new PlanNote(id, Weight.INFO, text, null);
    }

    public static PlanNote warning(String id, String text, @Nullable String remedyOrNull) {
        return new PlanNote(id, Weight.WARNING, text, remedyOrNull);
    }

    public static PlanNote blocks(String id, String text, String remedy) {
        return new PlanNote(id, Weight.BLOCKS, text, remedy);
    }
}

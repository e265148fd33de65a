package dev.rowlock.pacing;

import java.util.List;

/**
 * What the controller decided, and why. Immutable.
 *
 * @param next the state to decide from the next time
 * @param kind what was done
 * @param rate rows a second that all workers together may touch from now on; 0 pauses
 * @param reason the reason in words, the same in log, event and display, such as
 *     {@code p99 6.1ms > 5.0ms (1.22x of baseline): rate halved 4000 -> 2000}
 * @param judgements what each guard said
 */
public record Decision(State next, Kind kind, double rate, String reason, List<Judgement> judgements) {
    public Decision {
        judgements = List.copyOf(judgements);
    }

    /** What was done. */
    public enum Kind {
        /** Nothing new. */
        HOLD,
        GROW,
        STEP_DOWN,
        HALVE,
        /** A guard is stale. */
        HOLD_STALE,
        FLOOR_STALE,
        /** Paused for a moment, to tell own load from others'. */
        COMPARE,
        /** At the floor for ten seconds, to measure the baseline again; and the end of it. */
        REST,
        /** Others make the load: the batch goes on, low. */
        FOREIGN
    }

    /** Whether it is worth an event: something changed. */
    public boolean isChange() {
        return kind != Kind.HOLD && kind != Kind.HOLD_STALE;
    }
}

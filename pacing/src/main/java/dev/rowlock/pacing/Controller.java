package dev.rowlock.pacing;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The law of the rate: a pure function from what was and what is seen to what to do. Its table is in {@code docs/pacing.md}. Immutable;
 * safe for use by several threads.
 *
 * <p>Meant to be asked about twice a second. Whoever does the work applies the decision and keeps {@link Decision#next}.
 */
public final class Controller {
    /** Less of the rate than this was used: what a higher rate would do is unknown (facts 5.6). */
    static final double USED = 0.85;

    /** More of the rate than this was used: somebody does not keep to it, and it is lowered as by any guard (C9). */
    static final double OVERUSED = 1.3;

    /** Growth far below the knee, or while no knee is known. */
    static final double FAST = 1.5;

    /** Growth when the signal is in the upper half of its room. */
    static final double CAREFUL = 1.1;

    /** Fast growth ends at this part of the knee. */
    static final double NEAR_KNEE = 0.8;

    /** Growth from there on, as a part of the knee. */
    static final double STEP = 0.04;

    /** Growth ends at this part of the knee, for {@link #KNEE_REMEMBERED}. */
    static final double PLATEAU = 0.95;

    /** Afterwards the knee is looked for again, in small steps. */
    static final Duration KNEE_REMEMBERED = Duration.ofSeconds(60);

    /** A small step down. */
    static final double DOWN = 0.95;

    /** Between two small steps: the time a level needs to be judged. */
    static final Duration STEP_EVERY = Duration.ofSeconds(10);

    /** Between two steps of growth near the knee. */
    static final Duration NEAR_KNEE_EVERY = Duration.ofSeconds(4);

    /** A crossing within this time after a halving means that halving did not help, and asks for a comparison. */
    static final Duration DID_NOT_HELP = Duration.ofSeconds(15);

    /** Part of a comparison that is not judged: chunks on their way end. */
    static final Duration SETTLE = Duration.ofMillis(500);

    /** By how many standard deviations a signal has to be above its line during a pause to be called foreign: nine in ten. */
    static final double FOREIGN_SURPRISE = 1.3;

    /** The longest time between two comparisons. */
    static final Duration RAREST_COMPARE = Duration.ofMinutes(5);

    private final ControllerSettings settings;

    public Controller(ControllerSettings settings) {
        this.settings = settings;
    }

    public ControllerSettings settings() {
        return settings;
    }

    /** Where to begin: at the user's rate, at 80 % of a knee that is remembered in the curve, or at C4's rule of thumb. */
    public State start(KneeCurve remembered, double onlineRate, Duration now) {
        return State.start(Math.max(settings.floor(), settings.rate().start(onlineRate)), remembered, now);
    }

    /** Decides. Never waits, reads no clock, keeps nothing. */
    public Decision decide(State state, Observation seen) {
        Guard.Span span = new Guard.Span(seen.now(), state.cut(), state.levelSince());
        List<Judgement> judgements = seen.readings().stream()
                .map(read -> read.guard().judge(read.reading(), seen.baseline(), span))
                .toList();
        return new Law(settings, seen, judgements).decide(state);
    }

    /** The worst answer, by verdict and then by how sure it is; empty without guards. */
    static Optional<Judgement> worst(List<Judgement> judgements) {
        return judgements.stream()
                .max(Comparator.comparing(Judgement::verdict).thenComparingDouble(Judgement::surprise));
    }
}

package dev.rowlock.pacing;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

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

    /** Growth far below the knee, or while no knee is known and there is much room. */
    static final double FAST = 1.5;

    /** Growth without proof near the line or at high rates: a step too many is felt until it is noticed, ten seconds later. */
    static final double GROPING = 1.2;

    /** Times C4's rule of thumb above which growth without proof is small: the P99 of three seconds may have much room by luck. */
    static final double BOLD_UNTIL = 3;

    /** Times C4's rule of thumb above which nothing grows without proof: so far beyond what is usual, what a step too many costs is a wall. */
    static final double GROPE_UNTIL = 6;

    /** Growth when the signal is in the upper half of its room. */
    static final double CAREFUL = 1.1;

    /** Fast growth ends at this part of the knee. */
    static final double NEAR_KNEE = 0.75;

    /** Growth from there on, as a part of the knee. */
    static final double STEP = 0.04;

    /** Growth ends at this part of the knee, for {@link #KNEE_REMEMBERED}. */
    static final double PLATEAU = 0.85;

    /** Afterwards the knee is looked for again, in small steps. */
    static final Duration KNEE_REMEMBERED = Duration.ofSeconds(60);

    /** A knee that was met without proof is looked for again sooner. */
    static final Duration KNEE_GUESSED = Duration.ofSeconds(20);

    /** Rates that differ by less than this show the same, as far as can be told. */
    static final double SAME_LEVEL = 0.12;

    /** A small step down. */
    static final double DOWN = 0.95;

    /** A larger one, when its level is rather surely too high. */
    static final double FAR_DOWN = 0.85;

    /** Deviations above the line from which on a step down is a larger one: a false alarm in fifty. */
    static final double RATHER_SURE = 2;

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

    /** The longest time between two comparisons, and between two rests. */
    static final Duration RAREST = Duration.ofMinutes(5);

    /** How far a rate that was not good pulls the proven one to itself. */
    static final double PULL = 0.3;

    /** Below this part of the proven rate growth is faster, and small steps down are doubted. */
    static final double FAR_BELOW_PROVEN = 0.75;

    /** While no knee was ever met, growth does not wait for proof: so long after the last step, if nothing is to be seen. */
    static final Duration PROBE_EVERY = Duration.ofSeconds(3);

    /** The same at high rates: a step too many is seen in twice the samples. */
    static final Duration GROPE_EVERY = Duration.ofSeconds(6);

    /** Where a run begins on a table whose curve is remembered: this part of the highest rate that was within the line. */
    static final double REMEMBERED = 0.5;

    /** A point of the remembered curve counts from so many samples on. */
    static final long REMEMBERED_SAMPLES = 3_000;

    /** So many small steps down in a row that did not help ask for a rest: perhaps it is the baseline that is wrong. */
    static final int STEPS_BEFORE_REST = 3;

    /** So long at the line at a low rate asks for a rest as well. */
    static final Duration NEAR_BEFORE_REST = Duration.ofSeconds(15);

    /** So many rests a run takes because the baseline may be wrong: it has been measured for a minute then, in moments far apart. */
    static final int DOUBTS = 3;

    /** How long the batch rests, and how much evidence at rest a baseline is refined with. */
    static final Duration REST = Duration.ofSeconds(10);

    /** The shortest time between two rests; doubled while they do not help. */
    static final Duration REST_EVERY = Duration.ofSeconds(60);

    /** The same at a low rate: there is little to lose, and until the baseline is right nothing else helps. */
    static final Duration REST_EVERY_LOW = Duration.ofSeconds(30);

    /** Evidence at rest that is slower than the baseline by so many standard deviations replaces it: the server is another one now. */
    static final double OTHER_SERVER = 2.33;

    /** A P99 beside the batch below this part of a figure measured at rest shows that the figure is out of date. */
    static final double DISPROVED = 0.8;

    private final ControllerSettings settings;

    public Controller(ControllerSettings settings) {
        this.settings = settings;
    }

    public ControllerSettings settings() {
        return settings;
    }

    /**
     * Where to begin: at the rate the user wants, or at C4's rule of thumb, or at half of what was within the line when the table was worked on
     * before.
     *
     * @param lineNanos of the first latency guard; empty when there is none
     */
    public State start(KneeCurve remembered, OptionalDouble lineNanos, double onlineRate, Duration now) {
        double thumb = Math.max(settings.floor(), settings.rate().start(onlineRate));
        double known = lineNanos.isEmpty()
                ? 0
                : REMEMBERED
                        * remembered
                                .highestWithin(lineNanos.getAsDouble(), REMEMBERED_SAMPLES)
                                .orElse(0);
        double most = settings.rate().ceiling(onlineRate);
        return State.start(Math.max(thumb, Math.min(known, most)), remembered, now);
    }

    /** Decides. Never waits, reads no clock, keeps nothing. */
    public Decision decide(State state, Observation seen) {
        Baseline baseline = seen.baseline().with(state.refined());
        Guard.Span span = new Guard.Span(seen.now(), state.cut(), gatheredSince(state, seen.now()));
        List<Judgement> judgements = seen.readings().stream()
                .map(read -> read.guard().judge(read.reading(), baseline, span))
                .toList();
        return new Law(settings, seen, baseline, judgements).decide(state);
    }

    /** Under foreign load only the last seconds count, or its end would be seen late. */
    private static Duration gatheredSince(State state, Duration now) {
        Duration recent = now.minus(REST);
        return state.phase() == Phase.FOREIGN && recent.compareTo(state.gatheredSince()) > 0
                ? recent
                : state.gatheredSince();
    }
}

package dev.rowlock.pacing;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All the controller remembers. Immutable; can be thrown away at any time, at the price of finding the rate again.
 *
 * @param rate rows a second; while comparing and resting, the rate to come back to
 * @param phase where the law is
 * @param phaseSince since when
 * @param levelSince since when the rate is what it is
 * @param level the rate around which evidence is gathered: rates within 12 % of it show the same, as far as can be told
 * @param gatheredSince since when the rate is around that level: evidence for growing counts from here
 * @param cut when the rate was last lowered: evidence for lowering it again counts from here
 * @param coolUntil until when a crossing counts as the one that was punished
 * @param kneeOrNull where a guard was met
 * @param proven the highest rate that was good, pulled down by every rate that was not; 0 before any was
 * @param trouble what happened on the way down
 * @param staleSinceOrNull since when a guard is stale
 * @param refined baseline figures that were measured again while the batch rested
 * @param refinedAt until when the evidence is in them
 * @param curve P99 by rate
 * @param curveAt until when the evidence is in the curve
 */
public record State(
        double rate,
        Phase phase,
        Duration phaseSince,
        Duration levelSince,
        double level,
        Duration gatheredSince,
        Duration cut,
        Duration coolUntil,
        @Nullable Knee kneeOrNull,
        double proven,
        Trouble trouble,
        @Nullable Duration staleSinceOrNull,
        Baseline refined,
        Duration refinedAt,
        KneeCurve curve,
        Duration curveAt) {

    /**
     * What happened since all was well.
     *
     * @param kneeBeforeOrNull the knee before, which comes back when the load was foreign
     * @param halvedAt when the rate was last halved
     * @param steps small steps down in a row
     * @param compareFrom from when on a comparison may be made again
     * @param foreign comparisons in a row that found foreign load
     * @param restFrom from when on a rest may be made again
     * @param rests rests in a row that did not help
     * @param before the rate before the first of the last halvings, which comes back when the load was foreign and the baseline is measured again
     * @param doubts rests because of an answer that a wrong baseline explains as well, ever
     */
    public record Trouble(
            @Nullable Knee kneeBeforeOrNull,
            Duration halvedAt,
            int steps,
            Duration compareFrom,
            int foreign,
            Duration restFrom,
            int rests,
            double before,
            int doubts) {}

    /** Begins at a rate, with the curve that is remembered of the table. */
    public static State start(double rate, KneeCurve curve, Duration now) {
        Trouble none = new Trouble(null, now.minusDays(1), 0, now, 0, now, 0, 0, 0);
        return new State(
                rate,
                Phase.RUNNING,
                now,
                now,
                rate,
                now,
                now,
                now,
                null,
                0,
                none,
                null,
                Baseline.none(),
                now,
                curve,
                now);
    }

    /** With a knee remembered from an earlier run: growth is fast up to 80 % of it. */
    public State withKnee(double kneeRate) {
        return new Draft(this).knee(new Knee(kneeRate, levelSince)).state();
    }

    public Optional<Knee> knee() {
        return Optional.ofNullable(kneeOrNull);
    }

    public Optional<Duration> staleSince() {
        return Optional.ofNullable(staleSinceOrNull);
    }
}

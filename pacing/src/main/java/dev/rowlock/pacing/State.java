package dev.rowlock.pacing;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All the controller remembers. Immutable; can be thrown away at any time, at the price of finding the rate again.
 *
 * @param rate rows a second; while comparing, the rate before the pause
 * @param phase where the law is
 * @param phaseSince since when
 * @param levelSince since when the rate is what it is: evidence for growing counts from here
 * @param cut when the rate was last lowered: evidence for lowering it again counts from here
 * @param coolUntil until when a crossing counts as the one that was punished
 * @param kneeOrNull where a guard was met
 * @param trouble what a comparison needs to know
 * @param staleSinceOrNull since when a guard is stale
 * @param curve P99 by rate
 * @param curveAt until when the evidence is in the curve
 */
public record State(
        double rate,
        Phase phase,
        Duration phaseSince,
        Duration levelSince,
        Duration cut,
        Duration coolUntil,
        @Nullable Knee kneeOrNull,
        Trouble trouble,
        @Nullable Duration staleSinceOrNull,
        KneeCurve curve,
        Duration curveAt) {

    /**
     * The last crossing.
     *
     * @param kneeBeforeOrNull the knee before it, which comes back when the load was foreign
     * @param halvedAt when the rate was last halved
     * @param compareFrom from when on a comparison may be made again
     * @param foreign comparisons in a row that found foreign load
     */
    public record Trouble(@Nullable Knee kneeBeforeOrNull, Duration halvedAt, Duration compareFrom, int foreign) {}

    /** Begins at a rate, with what is remembered of the table. */
    public static State start(double rate, KneeCurve curve, Duration now) {
        Trouble none = new Trouble(null, Duration.ofDays(-1), now, 0);
        return new State(rate, Phase.RUNNING, now, now, now, now, null, none, null, curve, now);
    }

    /** With a knee remembered from an earlier run: growth is fast up to 80 % of it. */
    public State withKnee(double kneeRate) {
        return with(new Knee(kneeRate, levelSince), trouble);
    }

    public Optional<Knee> knee() {
        return Optional.ofNullable(kneeOrNull);
    }

    public Optional<Duration> staleSince() {
        return Optional.ofNullable(staleSinceOrNull);
    }

    State staleSince(@Nullable Duration since) {
        return new State(
                rate, phase, phaseSince, levelSince, cut, coolUntil, kneeOrNull, trouble, since, curve, curveAt);
    }

    State drawn(KneeCurve drawn, Duration until) {
        return new State(
                rate,
                phase,
                phaseSince,
                levelSince,
                cut,
                coolUntil,
                kneeOrNull,
                trouble,
                staleSinceOrNull,
                drawn,
                until);
    }

    /** A higher rate: evidence for lowering it stays, evidence for growing starts anew. A knee that was passed moves up. */
    State grown(double higher, Duration now) {
        Knee passed = kneeOrNull != null && higher > kneeOrNull.rate() ? new Knee(higher, kneeOrNull.at()) : kneeOrNull;
        return new State(
                higher, phase, phaseSince, now, cut, coolUntil, passed, trouble, staleSinceOrNull, curve, curveAt);
    }

    /** A lower rate: what was seen so far is punished. */
    State lowered(double lower, Duration now, Duration cooling) {
        return new State(
                lower,
                phase,
                phaseSince,
                now,
                now,
                now.plus(cooling),
                kneeOrNull,
                trouble,
                staleSinceOrNull,
                curve,
                curveAt);
    }

    /** A guard was met at this rate. */
    State met(Duration now) {
        return with(new Knee(rate, now), trouble);
    }

    /** A guard was crossed at this rate. In a row of crossings the knee is where the first was. */
    State crossed(Duration now) {
        boolean first = now.minus(trouble.halvedAt()).compareTo(Controller.DID_NOT_HELP) > 0;
        Knee knee = first || kneeOrNull == null ? new Knee(rate, now) : kneeOrNull;
        Knee before = first ? kneeOrNull : trouble.kneeBeforeOrNull();
        return with(knee, new Trouble(before, now, trouble.compareFrom(), trouble.foreign()));
    }

    /** Paused; evidence counts once chunks on their way have ended. */
    State comparing(Duration now, Duration settle, Duration every) {
        int before = Math.min(trouble.foreign(), 10);
        Duration wait = every.multipliedBy(1L << before);
        Duration bounded = wait.compareTo(Controller.RAREST_COMPARE) > 0 ? Controller.RAREST_COMPARE : wait;
        return new State(
                rate,
                Phase.COMPARING,
                now,
                now.plus(settle),
                now.plus(settle),
                now,
                kneeOrNull,
                new Trouble(trouble.kneeBeforeOrNull(), trouble.halvedAt(), now.plus(bounded), trouble.foreign()),
                staleSinceOrNull,
                curve,
                curveAt);
    }

    /** The load is others': the knee is what it was before. */
    State foreign(double low, Duration now) {
        Knee before = trouble.kneeBeforeOrNull() == null ? kneeOrNull : trouble.kneeBeforeOrNull();
        double kept = trouble.foreign() == 0 ? low : Math.min(rate, Math.max(low, rate));
        return new State(
                kept,
                Phase.FOREIGN,
                now,
                now,
                now,
                now,
                before,
                new Trouble(before, trouble.halvedAt(), trouble.compareFrom(), trouble.foreign() + 1),
                staleSinceOrNull,
                curve,
                curveAt);
    }

    /** The load is the batch's own. */
    State own(double low, Duration now) {
        Trouble own = new Trouble(trouble.kneeBeforeOrNull(), now, trouble.compareFrom(), 0);
        return new State(low, Phase.RUNNING, now, now, now, now, kneeOrNull, own, staleSinceOrNull, curve, curveAt);
    }

    /** Foreign load is over. */
    State relieved(Duration now) {
        Trouble over = new Trouble(trouble.kneeBeforeOrNull(), trouble.halvedAt(), now, 0);
        return new State(
                rate,
                Phase.RUNNING,
                now,
                levelSince,
                cut,
                coolUntil,
                kneeOrNull,
                over,
                staleSinceOrNull,
                curve,
                curveAt);
    }

    private State with(@Nullable Knee knee, Trouble newTrouble) {
        return new State(
                rate,
                phase,
                phaseSince,
                levelSince,
                cut,
                coolUntil,
                knee,
                newTrouble,
                staleSinceOrNull,
                curve,
                curveAt);
    }
}

package dev.rowlock.pacing;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The next state while it is made; lives inside one decision. */
final class Draft {
    double rate;
    Phase phase;
    Duration phaseSince;
    Duration levelSince;
    double level;
    Duration gatheredSince;
    Duration cut;
    Duration coolUntil;

    @Nullable
    Knee knee;

    double proven;

    @Nullable
    Knee kneeBefore;

    Duration halvedAt;
    int steps;
    Duration compareFrom;
    int foreign;
    Duration restFrom;
    int rests;
    double before;
    int doubts;

    @Nullable
    Duration staleSince;

    Baseline refined;
    Duration refinedAt;
    KneeCurve curve;
    Duration curveAt;

    Draft(State state) {
        rate = state.rate();
        phase = state.phase();
        phaseSince = state.phaseSince();
        levelSince = state.levelSince();
        level = state.level();
        gatheredSince = state.gatheredSince();
        cut = state.cut();
        coolUntil = state.coolUntil();
        knee = state.kneeOrNull();
        proven = state.proven();
        kneeBefore = state.trouble().kneeBeforeOrNull();
        halvedAt = state.trouble().halvedAt();
        steps = state.trouble().steps();
        compareFrom = state.trouble().compareFrom();
        foreign = state.trouble().foreign();
        restFrom = state.trouble().restFrom();
        rests = state.trouble().rests();
        before = state.trouble().before();
        doubts = state.trouble().doubts();
        staleSince = state.staleSinceOrNull();
        refined = state.refined();
        refinedAt = state.refinedAt();
        curve = state.curve();
        curveAt = state.curveAt();
    }

    Draft knee(Knee newKnee) {
        knee = newKnee;
        return this;
    }

    /** Another phase from now on. */
    void enter(Phase next, Duration now) {
        phase = next;
        phaseSince = now;
    }

    /** A guard was met at the present rate. */
    void met(Duration at) {
        knee = new Knee(rate, at);
        proven += Math.min(0, rate - proven) * Controller.PULL;
    }

    /** There is much room where a guard was met: it was something else, or is over. */
    void forgetKnee() {
        knee = null;
        kneeBefore = null;
    }

    /** Another rate. What was seen around the old one counts for the new one as well when they are close. */
    void move(double newRate, Duration now) {
        rate = newRate;
        levelSince = now;
        if (Math.abs(newRate / level - 1) > Controller.SAME_LEVEL) {
            level = newRate;
            gatheredSince = now;
        }
    }

    /** A higher rate. A knee that was passed moves up. */
    void raise(double higher, Duration now) {
        move(higher, now);
        if (knee != null && higher > knee.rate()) {
            knee = new Knee(higher, knee.at());
        }
    }

    /** A much lower rate: what was seen so far is punished. */
    void lower(double lower, Duration now, Duration cooling) {
        rate = lower;
        level = lower;
        restart(now);
        coolUntil = now.plus(cooling);
    }

    /** All evidence counts from this time on. */
    void restart(Duration from) {
        levelSince = from;
        gatheredSince = from;
        cut = from;
    }

    State state() {
        return new State(
                rate,
                phase,
                phaseSince,
                levelSince,
                level,
                gatheredSince,
                cut,
                coolUntil,
                knee,
                proven,
                new State.Trouble(kneeBefore, halvedAt, steps, compareFrom, foreign, restFrom, rests, before, doubts),
                staleSince,
                refined,
                refinedAt,
                curve,
                curveAt);
    }
}

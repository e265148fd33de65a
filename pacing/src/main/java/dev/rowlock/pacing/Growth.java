package dev.rowlock.pacing;

import java.time.Duration;
import java.util.OptionalDouble;

/** How far the rate grows when nothing speaks against it: fast where no knee is near, in small steps where one was met. Pure. */
final class Growth {
    private final ControllerSettings settings;
    private final Baseline baseline;
    private final Duration now;

    Growth(ControllerSettings settings, Baseline baseline, Duration now) {
        this.settings = settings;
        this.baseline = baseline;
        this.now = now;
    }

    /** No knee was met yet. */
    static boolean looking(Draft next) {
        return next.phase == Phase.RUNNING && next.knee == null && next.kneeBefore == null;
    }

    /** The next rate, or the present one when it is not yet time. */
    double rate(Draft next, Judgement judgement) {
        double rate = next.rate;
        Duration level = now.minus(next.levelSince);
        if (next.knee == null && isFarOut(rate)) {
            return level.compareTo(Controller.STEP_EVERY) < 0 ? rate : rate * Controller.CAREFUL;
        }
        if (next.knee == null) {
            return rate * probing(rate, judgement);
        }
        double knee = next.knee.rate();
        boolean farBelowProven = rate < Controller.FAR_BELOW_PROVEN * next.proven && roomy(judgement);
        if (farBelowProven
                && judgement.verdict() == Verdict.CLEAR
                && level.compareTo(Controller.NEAR_KNEE_EVERY) >= 0) {
            return rate * (rate < Controller.NEAR_KNEE * knee ? Controller.FAST : Controller.CAREFUL);
        }
        if (rate < Controller.NEAR_KNEE * knee) {
            return Math.min(rate * Controller.FAST, Controller.NEAR_KNEE * knee);
        }
        if (level.compareTo(Controller.NEAR_KNEE_EVERY) < 0) {
            return rate;
        }
        if (rate < Controller.PLATEAU * knee) {
            return Math.min(rate + Controller.STEP * knee, Controller.PLATEAU * knee);
        }
        if (now.minus(next.knee.at()).compareTo(Controller.KNEE_REMEMBERED) < 0
                || level.compareTo(Controller.STEP_EVERY) < 0) {
            return rate;
        }
        if (isLow(rate) && judgement.verdict() == Verdict.CLEAR && roomy(judgement)) {
            next.forgetKnee();
            return rate * probing(rate, judgement);
        }
        return farBelowProven ? rate * Controller.CAREFUL : rate + Controller.STEP * knee;
    }

    /** Growth while no knee is known. */
    private double probing(double rate, Judgement judgement) {
        if (roomy(judgement)) {
            return isLow(rate) ? Controller.FAST : Controller.GROPING;
        }
        return judgement.verdict() == Verdict.YOUNG ? Controller.GROPING : Controller.CAREFUL;
    }

    /** Knees are seldom so near to C4's rule of thumb. */
    boolean isLow(double rate) {
        return rate < Controller.BOLD_UNTIL * settings.start();
    }

    /** Whether a rate may be left upwards before it is proven. */
    boolean mayGrope(double rate) {
        return rate < Controller.GROPE_UNTIL * settings.start();
    }

    /** Whether a rate lies beyond where groping leads: nothing there is assumed in the batch's favour. */
    boolean isFarOut(double rate) {
        return rate > Controller.GROPING * Controller.GROPE_UNTIL * settings.start();
    }

    /** Whether the signal is in the lower half of its room between baseline and line. */
    private boolean roomy(Judgement judgement) {
        OptionalDouble value = judgement.value();
        OptionalDouble limit = judgement.limit();
        if (value.isEmpty() || limit.isEmpty()) {
            return true;
        }
        double base = baseline.of(judgement.guard().signal())
                .map(Baseline.Figure::value)
                .filter(figure -> figure < limit.getAsDouble())
                .orElse(0.0);
        return value.getAsDouble() <= base + (limit.getAsDouble() - base) / 2;
    }
}

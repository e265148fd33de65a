package dev.rowlock.pacing;

import dev.rowlock.pacing.Decision.Kind;
import java.time.Duration;
import java.util.Locale;

/** The ways in which the rate moves while the batch runs: halved, a step down, a step up, or not now. Pure. */
final class Steps {
    private final ControllerSettings settings;
    private final Observation seen;
    private final Verdicts verdicts;
    private final Growth growth;
    private final Pauses pauses;
    private final Duration now;

    Steps(ControllerSettings settings, Observation seen, Verdicts verdicts, Growth growth, Pauses pauses) {
        this.settings = settings;
        this.seen = seen;
        this.verdicts = verdicts;
        this.growth = growth;
        this.pauses = pauses;
        this.now = seen.now();
    }

    Decision halve(Draft next, Duration cooling, String why) {
        double from = next.rate;
        if (now.minus(next.halvedAt).compareTo(Controller.DID_NOT_HELP) > 0) {
            next.kneeBefore = next.knee;
            next.before = from;
        }
        next.met(now);
        next.halvedAt = now;
        next.lower(Math.max(settings.floor(), from / 2), now, cooling);
        return verdicts.moved(next, Kind.HALVE, why + " rate halved", from);
    }

    /** A small step down, unless it is the baseline that may be wrong. */
    Decision high(Draft next, Judgement judgement) {
        if (now.minus(next.levelSince).compareTo(Controller.STEP_EVERY) < 0 || next.rate <= settings.floor()) {
            return verdicts.hold(next, judgement.text());
        }
        boolean unproven = judgement.doubtful()
                && next.doubts < Controller.DOUBTS
                && !growth.isFarOut(Math.min(next.rate, seen.usedRate()));
        boolean doubted = unproven
                || (next.steps >= Controller.STEPS_BEFORE_REST
                        && next.rate <= Controller.FAR_BELOW_PROVEN * next.proven)
                || next.proven == 0
                || growth.isLow(next.rate);
        if (doubted && pauses.mayRest(next, judgement)) {
            next.doubts += unproven ? 1 : 0;
            return pauses.rest(next, judgement);
        }
        if (unproven) {
            return verdicts.hold(
                    next, judgement.text() + ": the baseline may be wrong as well, and was measured lately");
        }
        return down(next, judgement);
    }

    private Decision down(Draft next, Judgement judgement) {
        double from = next.rate;
        boolean passed = Growth.looking(next);
        boolean sure = judgement.surprise() >= Controller.RATHER_SURE;
        if (next.phase == Phase.RUNNING) {
            next.met(sure ? now : now.minus(Controller.KNEE_REMEMBERED).plus(Controller.KNEE_GUESSED));
        }
        next.steps++;
        double factor = passed ? 1 / Controller.FAST : sure ? Controller.FAR_DOWN : Controller.DOWN;
        next.move(Math.max(settings.floor(), from * factor), now);
        String why = passed ? ": back over the steps taken without proof" : ": small step down";
        return verdicts.moved(next, Kind.STEP_DOWN, judgement.text() + why, from);
    }

    /** At the line at a low rate it is rather the baseline that was measured in a good moment. */
    Decision near(Draft next, Judgement judgement) {
        boolean stays = now.minus(next.levelSince).compareTo(Controller.NEAR_BEFORE_REST) >= 0;
        return stays && growth.isLow(next.rate) && next.phase == Phase.RUNNING && pauses.mayRest(next, judgement)
                ? pauses.rest(next, judgement)
                : verdicts.hold(next, judgement.text());
    }

    /** As long as no knee was met, the next step does not wait until this one is proven: a crossing that matters shows within 2 s. */
    Decision probe(Draft next, Judgement judgement, double ceiling) {
        Duration every = growth.isLow(next.rate) ? Controller.PROBE_EVERY : Controller.GROPE_EVERY;
        return Growth.looking(next)
                        && growth.mayGrope(next.rate)
                        && now.minus(next.levelSince).compareTo(every) >= 0
                ? grow(next, judgement, ceiling)
                : verdicts.hold(next, judgement.text());
    }

    Decision grow(Draft next, Judgement judgement, double ceiling) {
        if (next.phase == Phase.FOREIGN) {
            next.enter(Phase.RUNNING, now);
            next.compareFrom = now;
            next.foreign = 0;
        }
        next.steps = 0;
        double from = next.rate;
        double rate = Math.min(ceiling, growth.rate(next, judgement));
        if (rate <= from) {
            return verdicts.hold(
                    next, from >= ceiling ? "at the rate that was asked for" : judgement.text() + ": near the knee");
        }
        if (seen.usedRate() < Controller.USED * from) {
            return verdicts.hold(
                    next, String.format(Locale.ROOT, "%.0f/s of %.0f/s are used: no growth", seen.usedRate(), from));
        }
        next.rests = 0;
        next.proven = Math.max(next.proven, from);
        next.raise(rate, now);
        return verdicts.moved(next, Kind.GROW, judgement.text() + ": rate grows", from);
    }
}

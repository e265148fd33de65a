package dev.rowlock.pacing;

import dev.rowlock.pacing.Decision.Kind;
import java.time.Duration;
import java.util.Optional;

/**
 * The times in which the batch stands still to measure: comparisons, which tell its own load from others', and rests, which measure the
 * baseline again. Pure.
 */
final class Pauses {
    private final ControllerSettings settings;
    private final Verdicts verdicts;
    private final AtRest atRest;
    private final Growth growth;
    private final Duration now;

    Pauses(ControllerSettings settings, Verdicts verdicts, AtRest atRest, Growth growth, Duration now) {
        this.settings = settings;
        this.verdicts = verdicts;
        this.atRest = atRest;
        this.growth = growth;
        this.now = now;
    }

    /** A comparison begins. */
    Decision compare(Draft next, Judgement judgement) {
        next.enter(Phase.COMPARING, now);
        next.restart(now.plus(Controller.SETTLE));
        next.compareFrom = now.plus(rarer(settings.compareEvery(), next.foreign));
        String why = judgement.text() + ": paused for " + settings.compare().toMillis()
                + " ms to see whether it is the batch";
        return verdicts.decision(next, Kind.COMPARE, 0, why);
    }

    /** During a comparison, and at its end when others make the load; empty at the end when it is the batch. */
    Optional<Decision> comparing(Draft next, Kind kind) {
        if (now.minus(next.phaseSince).compareTo(settings.compare()) < 0) {
            return Optional.of(verdicts.decision(next, kind, 0, "paused to see whether it is the batch"));
        }
        Optional<Judgement> foreign = verdicts.foreign();
        if (foreign.isEmpty()) {
            next.foreign = 0;
            next.enter(Phase.RUNNING, now);
            return Optional.empty();
        }
        // The first time: lower, once. Later: the rate is low already.
        double rate = next.foreign == 0 ? Math.max(settings.floor(), next.rate / 2) : next.rate;
        next.lower(rate, now, Duration.ZERO);
        next.knee = next.kneeBefore == null ? next.knee : next.kneeBefore;
        next.restFrom = next.foreign == 0 ? now : Verdicts.latest(next.restFrom, now.plus(settings.compareEvery()));
        next.foreign++;
        next.enter(Phase.FOREIGN, now);
        String why = "without the batch " + foreign.get().text() + ": others make this load, the batch goes on at "
                + Verdicts.text(next.rate);
        return Optional.of(verdicts.decision(next, Kind.FOREIGN, next.rate, why));
    }

    /** A guard is still over its line under others' load. */
    Decision stillForeign(Draft next, Judgement judgement) {
        if (mayRest(next, judgement)) {
            return rest(next, judgement);
        }
        if (!relative(judgement) && now.compareTo(next.compareFrom) >= 0) {
            return compare(next, judgement);
        }
        String why = judgement.text() + ": others make this load, rate stays " + Verdicts.text(next.rate);
        return verdicts.hold(next, why);
    }

    /** Whether the baseline that made this answer can be measured again now. */
    boolean mayRest(Draft next, Judgement judgement) {
        return relative(judgement) && now.compareTo(next.restFrom) >= 0;
    }

    /** A rest begins. */
    Decision rest(Draft next, Judgement judgement) {
        boolean low = next.phase == Phase.RUNNING && growth.isLow(next.rate);
        next.enter(Phase.RESTING, now);
        next.restFrom = now.plus(low ? Controller.REST_EVERY_LOW : rarer(Controller.REST_EVERY, next.rests));
        next.rests++;
        String why = judgement.text() + ": " + Controller.REST.toSeconds()
                + " s at the floor, to measure the baseline again";
        return verdicts.decision(next, Kind.REST, atFloor(next), why);
    }

    /** During a rest, and at its end. */
    Decision resting(Draft next, double ceiling) {
        Duration from = next.phaseSince.plus(Controller.SETTLE);
        if (now.minus(from).compareTo(Controller.REST) < 0) {
            return verdicts.decision(next, Kind.HOLD, atFloor(next), "at the floor to measure the baseline again");
        }
        next.refined = atRest.refined(next.refined, from);
        next.refinedAt = now;
        next.steps = 0;
        double rate = next.foreign > 0 ? Math.min(ceiling, Math.max(next.rate, next.before)) : next.rate;
        next.foreign = 0;
        next.enter(Phase.RUNNING, now);
        next.lower(rate, now, Duration.ZERO);
        String why = "the baseline is measured again: back to " + Verdicts.text(next.rate);
        return verdicts.decision(next, Kind.REST, next.rate, why);
    }

    private double atFloor(Draft next) {
        return Math.min(next.rate, settings.floor());
    }

    private static boolean relative(Judgement judgement) {
        return judgement.guard().limit().kind() == Limit.Kind.OF_BASELINE;
    }

    private static Duration rarer(Duration every, int times) {
        Duration wait = every.multipliedBy(1L << Math.min(times, 10));
        return wait.compareTo(Controller.RAREST) > 0 ? Controller.RAREST : wait;
    }
}

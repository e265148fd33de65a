package dev.rowlock.pacing;

import dev.rowlock.pacing.Decision.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One decision of {@link Controller}: the rows of the law's table, from top to bottom; the first that fits is taken. Pure. */
final class Law {
    private final ControllerSettings settings;
    private final Observation seen;
    private final Verdicts verdicts;
    private final AtRest atRest;
    private final Pauses pauses;
    private final Steps steps;
    private final Duration now;
    private final double ceiling;

    Law(ControllerSettings settings, Observation seen, Baseline baseline, List<Judgement> judgements) {
        this.settings = settings;
        this.seen = seen;
        this.now = seen.now();
        this.verdicts = new Verdicts(judgements);
        this.atRest = new AtRest(seen, baseline);
        Growth growth = new Growth(settings, baseline, now);
        this.pauses = new Pauses(settings, verdicts, atRest, growth, now);
        this.steps = new Steps(settings, seen, verdicts, growth, pauses);
        this.ceiling = Math.max(settings.floor(), settings.rate().ceiling(seen.onlineRate()));
    }

    Decision decide(State before) {
        Draft next = new Draft(before);
        Optional<Judgement> stale = verdicts.stale();
        next.staleSince = stale.isEmpty() ? null : before.staleSince().orElse(now);
        drawCurve(next);
        if (dropsDisproved(next)) {
            return verdicts.hold(
                    next, "faster than the baseline that was measured under others' load: back to the first one");
        }
        refineWhenHarmless(next);
        Optional<Judgement> worst = verdicts.worst();
        if (next.phase == Phase.COMPARING) {
            return pauses.comparing(next, stale.isPresent() ? Kind.HOLD_STALE : Kind.HOLD)
                    .orElseGet(() -> steps.halve(next, Duration.ZERO, "good without the batch:"));
        }
        if (worst.isPresent() && worst.get().verdict() == Verdict.OVER && next.phase != Phase.RESTING) {
            return over(next, worst.get());
        }
        if (stale.isPresent()) {
            return stale(next, stale.get());
        }
        if (next.phase == Phase.RESTING) {
            return pauses.resting(next, ceiling);
        }
        if (overused(next)) {
            String why = String.format(Locale.ROOT, "batch rate %.0f/s > %.0f/s allowed", seen.usedRate(), next.rate);
            return steps.halve(next, Controller.STEP_EVERY, why);
        }
        if (next.rate > ceiling) {
            double from = next.rate;
            next.lower(ceiling, now, Duration.ZERO);
            return verdicts.moved(next, Kind.STEP_DOWN, "the share of the online rate is less now:", from);
        }
        if (worst.isEmpty()) {
            return verdicts.hold(next, "no guard: the rate stays where it began");
        }
        return switch (worst.get().verdict()) {
            case HIGH -> steps.high(next, worst.get());
            case YOUNG -> steps.probe(next, worst.get(), ceiling);
            case NEAR -> steps.near(next, worst.get());
            default -> steps.grow(next, worst.get(), ceiling);
        };
    }

    /** Adds this level's evidence to the curve, every ten seconds. */
    private void drawCurve(Draft next) {
        Duration from = Verdicts.latest(next.curveAt, next.levelSince);
        if (next.phase == Phase.RUNNING && now.minus(from).compareTo(Controller.STEP_EVERY) >= 0) {
            next.curve = atRest.curve(next.curve, from);
            next.curveAt = now;
        }
    }

    /** Whether figures measured at rest go, since online traffic is faster than they say. */
    private boolean dropsDisproved(Draft next) {
        if (next.phase != Phase.RUNNING || next.refined.figures().isEmpty()) {
            return false;
        }
        Baseline kept = atRest.withoutDisproved(next.refined, Verdicts.latest(next.cut, now.minus(Controller.REST)));
        if (kept.figures().size() == next.refined.figures().size()) {
            return false;
        }
        next.refined = kept;
        next.restart(now);
        return true;
    }

    /** Adds this level's evidence to the baseline when the rate is harmless, every ten seconds. */
    private void refineWhenHarmless(Draft next) {
        Duration quiet = Verdicts.latest(next.refinedAt, next.levelSince.plus(Controller.SETTLE));
        boolean harmless = next.phase == Phase.RUNNING && next.rate <= settings.harmless();
        if (harmless && now.minus(quiet).compareTo(Controller.REST) >= 0) {
            next.refined = atRest.refined(next.refined, quiet);
            next.refinedAt = now;
        }
    }

    private Decision over(Draft next, Judgement judgement) {
        if (next.phase == Phase.FOREIGN) {
            return pauses.stillForeign(next, judgement);
        }
        if (now.compareTo(next.coolUntil) < 0) {
            return verdicts.hold(next, judgement.text() + ": the rate was just lowered");
        }
        boolean didNotHelp = now.minus(next.halvedAt).compareTo(Controller.DID_NOT_HELP) <= 0;
        if (didNotHelp && now.compareTo(next.compareFrom) >= 0) {
            return pauses.compare(next, judgement);
        }
        if (next.rate <= settings.floor()) {
            return verdicts.hold(next, judgement.text() + ": the rate is at its floor");
        }
        return steps.halve(next, judgement.guard().window(), judgement.text() + ":");
    }

    private Decision stale(Draft next, Judgement judgement) {
        if (next.phase == Phase.RESTING) {
            next.enter(Phase.RUNNING, now);
            next.lower(Math.min(next.rate, settings.floor()), now, Duration.ZERO);
        }
        Duration since = next.staleSince == null ? Duration.ZERO : now.minus(next.staleSince);
        if (since.compareTo(settings.staleToFloor()) < 0 || next.rate <= settings.floor()) {
            String why = judgement.text() + ": rate stays " + Verdicts.text(next.rate);
            return verdicts.decision(next, Kind.HOLD_STALE, next.rate, why);
        }
        double from = next.rate;
        next.lower(settings.floor(), now, Duration.ZERO);
        return verdicts.moved(next, Kind.FLOOR_STALE, judgement.text() + ": rate to its floor", from);
    }

    private boolean overused(Draft next) {
        return now.minus(next.levelSince).compareTo(Controller.STEP_EVERY) >= 0
                && next.rate > settings.floor()
                && seen.usedRate() > Controller.OVERUSED * next.rate;
    }
}

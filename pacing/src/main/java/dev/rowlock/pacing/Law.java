package dev.rowlock.pacing;

import dev.rowlock.pacing.Decision.Kind;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One decision of {@link Controller}: the rows of the law's table, from top to bottom; the first that fits is taken. Pure. */
final class Law {
    private final ControllerSettings settings;
    private final Observation seen;
    private final List<Judgement> judgements;
    private final AtRest atRest;
    private final Growth growth;
    private final Duration now;
    private final double ceiling;
    private boolean judgedAnew;

    Law(ControllerSettings settings, Observation seen, Baseline baseline, List<Judgement> judgements) {
        this.settings = settings;
        this.seen = seen;
        this.judgements = judgements;
        this.now = seen.now();
        this.atRest = new AtRest(seen, baseline);
        this.growth = new Growth(settings, baseline, now);
        this.ceiling = Math.max(settings.floor(), settings.rate().ceiling(seen.onlineRate()));
    }

    Decision decide(State before) {
        Draft next = new Draft(before);
        Optional<Judgement> stale = first(Verdict.STALE);
        next.staleSince = stale.isEmpty() ? null : before.staleSince().orElse(now);
        remember(next);
        if (judgedAnew) {
            return hold(next, "faster than the baseline that was measured under others' load: back to the first one");
        }
        Optional<Judgement> worst = worst();
        if (next.phase == Phase.COMPARING) {
            return comparing(next, stale.isPresent() ? Kind.HOLD_STALE : Kind.HOLD);
        }
        if (worst.isPresent() && worst.get().verdict() == Verdict.OVER && next.phase != Phase.RESTING) {
            return over(next, worst.get());
        }
        if (stale.isPresent()) {
            return stale(next, stale.get());
        }
        if (next.phase == Phase.RESTING) {
            return resting(next);
        }
        if (overused(next)) {
            String why = String.format(Locale.ROOT, "batch rate %.0f/s > %.0f/s allowed", seen.usedRate(), next.rate);
            return halve(next, Controller.STEP_EVERY, why);
        }
        if (next.rate > ceiling) {
            double from = next.rate;
            next.lower(ceiling, now, Duration.ZERO);
            return moved(next, Kind.STEP_DOWN, "the share of the online rate is less now:", from);
        }
        if (worst.isEmpty()) {
            return hold(next, "no guard: the rate stays where it began");
        }
        return switch (worst.get().verdict()) {
            case HIGH -> high(next, worst.get());
            case YOUNG -> probe(next, worst.get());
            case NEAR -> near(next, worst.get());
            default -> grow(next, worst.get());
        };
    }

    /** Adds this level's evidence to the curve, and to the baseline when the rate is harmless, every ten seconds. */
    private void remember(Draft next) {
        Duration from = latest(next.curveAt, next.levelSince);
        if (next.phase == Phase.RUNNING && now.minus(from).compareTo(Controller.STEP_EVERY) >= 0) {
            next.curve = atRest.curve(next.curve, from);
            next.curveAt = now;
        }
        if (next.phase == Phase.RUNNING && !next.refined.figures().isEmpty()) {
            Baseline kept = atRest.withoutDisproved(next.refined, latest(next.cut, now.minus(Controller.REST)));
            if (kept.figures().size() < next.refined.figures().size()) {
                next.refined = kept;
                next.restart(now);
                judgedAnew = true;
            }
        }
        Duration quiet = latest(next.refinedAt, next.levelSince.plus(Controller.SETTLE));
        boolean harmless = next.phase == Phase.RUNNING && next.rate <= settings.harmless();
        if (harmless && now.minus(quiet).compareTo(Controller.REST) >= 0) {
            next.refined = atRest.refined(next.refined, quiet);
            next.refinedAt = now;
        }
    }

    private Decision over(Draft next, Judgement judgement) {
        if (next.phase == Phase.FOREIGN) {
            return stillForeign(next, judgement);
        }
        if (now.compareTo(next.coolUntil) < 0) {
            return hold(next, judgement.text() + ": the rate was just lowered");
        }
        boolean didNotHelp = now.minus(next.halvedAt).compareTo(Controller.DID_NOT_HELP) <= 0;
        if (didNotHelp && now.compareTo(next.compareFrom) >= 0) {
            return compare(next, judgement);
        }
        if (next.rate <= settings.floor()) {
            return hold(next, judgement.text() + ": the rate is at its floor");
        }
        return halve(next, judgement.guard().window(), judgement.text() + ":");
    }

    private Decision stillForeign(Draft next, Judgement judgement) {
        if (relative(judgement) && now.compareTo(next.restFrom) >= 0) {
            return rest(next, judgement);
        }
        if (!relative(judgement) && now.compareTo(next.compareFrom) >= 0) {
            return compare(next, judgement);
        }
        String why = judgement.text() + ": others make this load, rate stays " + text(next.rate);
        return decision(next, Kind.HOLD, next.rate, why);
    }

    private Decision halve(Draft next, Duration cooling, String why) {
        double from = next.rate;
        if (now.minus(next.halvedAt).compareTo(Controller.DID_NOT_HELP) > 0) {
            next.kneeBefore = next.knee;
            next.before = from;
        }
        next.met(now);
        next.halvedAt = now;
        next.lower(Math.max(settings.floor(), from / 2), now, cooling);
        return moved(next, Kind.HALVE, why + " rate halved", from);
    }

    private Decision compare(Draft next, Judgement judgement) {
        next.enter(Phase.COMPARING, now);
        next.restart(now.plus(Controller.SETTLE));
        next.compareFrom = now.plus(rarer(settings.compareEvery(), next.foreign));
        String why = judgement.text() + ": paused for " + settings.compare().toMillis()
                + " ms to see whether it is the batch";
        return decision(next, Kind.COMPARE, 0, why);
    }

    /** During the pause, and what comes of it. */
    private Decision comparing(Draft next, Kind kind) {
        if (now.minus(next.phaseSince).compareTo(settings.compare()) < 0) {
            return decision(next, kind, 0, "paused to see whether it is the batch");
        }
        Optional<Judgement> foreign = judgements.stream()
                .filter(judgement -> judgement.surprise() >= Controller.FOREIGN_SURPRISE)
                .findFirst();
        double from = next.rate;
        double low = Math.max(settings.floor(), from / 2);
        if (foreign.isPresent()) {
            // The first time: lower, once. Later: the rate is low already.
            next.lower(next.foreign == 0 ? low : from, now, Duration.ZERO);
            next.knee = next.kneeBefore == null ? next.knee : next.kneeBefore;
            next.restFrom = next.foreign == 0 ? now : latest(next.restFrom, now.plus(settings.compareEvery()));
            next.foreign++;
            next.enter(Phase.FOREIGN, now);
            String why = "without the batch " + foreign.get().text() + ": others make this load, the batch goes on at "
                    + text(next.rate);
            return decision(next, Kind.FOREIGN, next.rate, why);
        }
        next.foreign = 0;
        next.enter(Phase.RUNNING, now);
        return halve(next, Duration.ZERO, "good without the batch:");
    }

    private Decision rest(Draft next, Judgement judgement) {
        boolean low = next.phase == Phase.RUNNING && growth.isLow(next.rate);
        next.enter(Phase.RESTING, now);
        next.restFrom = now.plus(low ? Controller.REST_EVERY_LOW : rarer(Controller.REST_EVERY, next.rests));
        next.rests++;
        String why = judgement.text() + ": " + Controller.REST.toSeconds()
                + " s at the floor, to measure the baseline again";
        return decision(next, Kind.REST, Math.min(next.rate, settings.floor()), why);
    }

    private Decision resting(Draft next) {
        Duration from = next.phaseSince.plus(Controller.SETTLE);
        if (now.minus(from).compareTo(Controller.REST) < 0) {
            return decision(
                    next,
                    Kind.HOLD,
                    Math.min(next.rate, settings.floor()),
                    "at the floor to measure the baseline again");
        }
        next.refined = atRest.refined(next.refined, from);
        next.refinedAt = now;
        next.steps = 0;
        double rate = next.foreign > 0 ? Math.min(ceiling, Math.max(next.rate, next.before)) : next.rate;
        next.foreign = 0;
        next.enter(Phase.RUNNING, now);
        next.lower(rate, now, Duration.ZERO);
        return decision(next, Kind.REST, next.rate, "the baseline is measured again: back to " + text(next.rate));
    }

    private Decision stale(Draft next, Judgement judgement) {
        if (next.phase == Phase.RESTING) {
            next.enter(Phase.RUNNING, now);
            next.lower(Math.min(next.rate, settings.floor()), now, Duration.ZERO);
        }
        Duration since = next.staleSince == null ? Duration.ZERO : now.minus(next.staleSince);
        if (since.compareTo(settings.staleToFloor()) < 0 || next.rate <= settings.floor()) {
            return decision(next, Kind.HOLD_STALE, next.rate, judgement.text() + ": rate stays " + text(next.rate));
        }
        double from = next.rate;
        next.lower(settings.floor(), now, Duration.ZERO);
        return moved(next, Kind.FLOOR_STALE, judgement.text() + ": rate to its floor", from);
    }

    private Decision high(Draft next, Judgement judgement) {
        if (now.minus(next.levelSince).compareTo(Controller.STEP_EVERY) < 0 || next.rate <= settings.floor()) {
            return hold(next, judgement.text());
        }
        boolean unproven = judgement.doubtful()
                && next.doubts < Controller.DOUBTS
                && !growth.isFarOut(Math.min(next.rate, seen.usedRate()));
        boolean doubted = unproven
                || (next.steps >= Controller.STEPS_BEFORE_REST
                        && next.rate <= Controller.FAR_BELOW_PROVEN * next.proven)
                || next.proven == 0
                || growth.isLow(next.rate);
        if (doubted && mayRest(next, judgement)) {
            next.doubts += unproven ? 1 : 0;
            return rest(next, judgement);
        }
        if (unproven) {
            return hold(next, judgement.text() + ": the baseline may be wrong as well, and was measured lately");
        }
        double from = next.rate;
        boolean passed = Growth.looking(next);
        if (next.phase == Phase.RUNNING) {
            boolean sure = judgement.surprise() >= Controller.RATHER_SURE;
            next.met(sure ? now : now.minus(Controller.KNEE_REMEMBERED).plus(Controller.KNEE_GUESSED));
        }
        next.steps++;
        if (passed) {
            next.move(Math.max(settings.floor(), from / Controller.FAST), now);
            return moved(next, Kind.STEP_DOWN, judgement.text() + ": back over the steps taken without proof", from);
        }
        double down = judgement.surprise() >= Controller.RATHER_SURE ? Controller.FAR_DOWN : Controller.DOWN;
        next.move(Math.max(settings.floor(), from * down), now);
        return moved(next, Kind.STEP_DOWN, judgement.text() + ": small step down", from);
    }

    /** At the line at a low rate it is rather the baseline that was measured in a good moment. */
    private Decision near(Draft next, Judgement judgement) {
        boolean stays = now.minus(next.levelSince).compareTo(Controller.NEAR_BEFORE_REST) >= 0;
        return stays && growth.isLow(next.rate) && next.phase == Phase.RUNNING && mayRest(next, judgement)
                ? rest(next, judgement)
                : hold(next, judgement.text());
    }

    private boolean mayRest(Draft next, Judgement judgement) {
        return relative(judgement) && now.compareTo(next.restFrom) >= 0;
    }

    /** As long as no knee was met, the next step does not wait until this one is proven: a crossing that matters shows within 2 s. */
    private Decision probe(Draft next, Judgement judgement) {
        Duration every = growth.isLow(next.rate) ? Controller.PROBE_EVERY : Controller.GROPE_EVERY;
        return Growth.looking(next)
                        && growth.mayGrope(next.rate)
                        && now.minus(next.levelSince).compareTo(every) >= 0
                ? grow(next, judgement)
                : hold(next, judgement.text());
    }

    private Decision grow(Draft next, Judgement judgement) {
        if (next.phase == Phase.FOREIGN) {
            next.enter(Phase.RUNNING, now);
            next.compareFrom = now;
            next.foreign = 0;
        }
        next.steps = 0;
        double from = next.rate;
        double rate = Math.min(ceiling, growth.rate(next, judgement));
        if (rate <= from) {
            return hold(
                    next, from >= ceiling ? "at the rate that was asked for" : judgement.text() + ": near the knee");
        }
        if (seen.usedRate() < Controller.USED * from) {
            return hold(
                    next, String.format(Locale.ROOT, "%.0f/s of %.0f/s are used: no growth", seen.usedRate(), from));
        }
        next.rests = 0;
        next.proven = Math.max(next.proven, from);
        next.raise(rate, now);
        return moved(next, Kind.GROW, judgement.text() + ": rate grows", from);
    }

    private boolean overused(Draft next) {
        return now.minus(next.levelSince).compareTo(Controller.STEP_EVERY) >= 0
                && next.rate > settings.floor()
                && seen.usedRate() > Controller.OVERUSED * next.rate;
    }

    private static boolean relative(Judgement judgement) {
        return judgement.guard().limit().kind() == Limit.Kind.OF_BASELINE;
    }

    private static Duration rarer(Duration every, int times) {
        Duration wait = every.multipliedBy(1L << Math.min(times, 10));
        return wait.compareTo(Controller.RAREST) > 0 ? Controller.RAREST : wait;
    }

    private static Duration latest(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private Optional<Judgement> first(Verdict verdict) {
        return judgements.stream()
                .filter(judgement -> judgement.verdict() == verdict)
                .findFirst();
    }

    /** The worst answer, by verdict and then by how sure it is; empty without guards. */
    private Optional<Judgement> worst() {
        return judgements.stream()
                .max(Comparator.comparing(Judgement::verdict).thenComparingDouble(Judgement::surprise));
    }

    private Decision hold(Draft next, String why) {
        return decision(next, Kind.HOLD, next.rate, why);
    }

    private Decision moved(Draft next, Kind kind, String why, double from) {
        return decision(next, kind, next.rate, why + " " + text(from) + " -> " + text(next.rate));
    }

    private Decision decision(Draft next, Kind kind, double rate, String why) {
        return new Decision(next.state(), kind, rate, why, judgements);
    }

    private static String text(double rate) {
        return String.format(Locale.ROOT, rate < 10 ? "%.1f" : "%.0f", rate);
    }
}

package dev.rowlock.pacing;

import dev.rowlock.pacing.Decision.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** One decision of {@link Controller}: the rows of the law's table, from top to bottom; the first that fits is taken. Pure. */
final class Law {
    private final ControllerSettings settings;
    private final Observation seen;
    private final List<Judgement> judgements;
    private final Duration now;
    private final double ceiling;

    Law(ControllerSettings settings, Observation seen, List<Judgement> judgements) {
        this.settings = settings;
        this.seen = seen;
        this.judgements = judgements;
        this.now = seen.now();
        this.ceiling = Math.max(settings.floor(), settings.rate().ceiling(seen.onlineRate()));
    }

    Decision decide(State before) {
        State state = drawn(before);
        Optional<Judgement> worst = Controller.worst(judgements);
        Optional<Judgement> stale = first(Verdict.STALE);
        state = state.staleSince(stale.isPresent() ? state.staleSince().orElse(now) : null);
        if (state.phase() == Phase.COMPARING) {
            return comparing(state, stale);
        }
        if (worst.isPresent() && worst.get().verdict() == Verdict.OVER) {
            return over(state, worst.get());
        }
        if (overused(state)) {
            return halve(
                    state,
                    Duration.ofSeconds(10),
                    String.format(Locale.ROOT, "batch rate %.0f/s > %.0f/s allowed", seen.usedRate(), state.rate()));
        }
        if (stale.isPresent()) {
            return stale(state, stale.get());
        }
        if (state.rate() > ceiling) {
            return moved(
                    state.lowered(ceiling, now, Duration.ZERO),
                    Kind.STEP_DOWN,
                    "online traffic allows less",
                    state.rate());
        }
        if (worst.isEmpty()) {
            return hold(state, "no guard: the rate stays where it began");
        }
        return switch (worst.get().verdict()) {
            case HIGH -> stepDown(state, worst.get());
            case NEAR -> hold(state, worst.get().text());
            default -> grow(state, worst.get());
        };
    }

    /** The curve with the evidence of this level, every ten seconds. */
    private State drawn(State state) {
        Duration from = state.curveAt().compareTo(state.levelSince()) > 0 ? state.curveAt() : state.levelSince();
        if (state.phase() != Phase.RUNNING || now.minus(from).compareTo(Controller.STEP_EVERY) < 0) {
            return state;
        }
        KneeCurve curve = state.curve();
        for (GuardReading reading : seen.readings()) {
            Optional<LatencyHistogram> latencies = reading.reading()
                    .fold(
                            fresh -> fresh.evidence()
                                    .fold(
                                            some -> Optional.of(
                                                    some.history().since(from).latencies()),
                                            events -> Optional.<LatencyHistogram>empty(),
                                            levels -> Optional.<LatencyHistogram>empty()),
                            stale -> Optional.empty());
            if (latencies.isPresent() && latencies.get().total() > 0) {
                LatencyHistogram counted = latencies.get();
                return state.drawn(curve.plus(seen.usedRate(), counted.quantileNanos(0.99), counted.total()), now);
            }
        }
        return state;
    }

    private Decision over(State state, Judgement judgement) {
        if (state.phase() == Phase.FOREIGN) {
            return now.compareTo(state.trouble().compareFrom()) >= 0
                    ? compare(state, judgement)
                    : decision(
                            state,
                            Kind.HOLD,
                            judgement.text() + ": others make this load, rate stays " + text(state.rate()));
        }
        if (now.compareTo(state.coolUntil()) < 0) {
            return hold(state, judgement.text() + ": the rate was just lowered");
        }
        boolean didNotHelp = now.minus(state.trouble().halvedAt()).compareTo(Controller.DID_NOT_HELP) <= 0;
        if (didNotHelp && now.compareTo(state.trouble().compareFrom()) >= 0) {
            return compare(state, judgement);
        }
        if (state.rate() <= settings.floor()) {
            return hold(state, judgement.text() + ": the rate is at its floor");
        }
        return halve(state, judgement.guard().window(), judgement.text());
    }

    private Decision halve(State state, Duration cooling, String why) {
        double rate = Math.max(settings.floor(), state.rate() / 2);
        return moved(state.crossed(now).lowered(rate, now, cooling), Kind.HALVE, why + ": rate halved", state.rate());
    }

    private Decision compare(State state, Judgement judgement) {
        State paused = state.comparing(now, Controller.SETTLE, settings.compareEvery());
        return new Decision(
                paused,
                Kind.COMPARE,
                0,
                judgement.text() + ": paused for " + settings.compare().toMillis()
                        + " ms to see whether it is the batch",
                judgements);
    }

    /** During the pause, and what comes of it. */
    private Decision comparing(State state, Optional<Judgement> stale) {
        if (now.minus(state.phaseSince()).compareTo(settings.compare()) < 0) {
            return new Decision(state, Kind.HOLD, 0, "paused to see whether it is the batch", judgements);
        }
        Optional<Judgement> foreign = judgements.stream()
                .filter(judgement -> judgement.surprise() >= Controller.FOREIGN_SURPRISE)
                .findFirst();
        double low = Math.max(settings.floor(), state.rate() / 2);
        if (foreign.isPresent() && stale.isEmpty()) {
            State next = state.foreign(low, now);
            return decision(
                    next,
                    Kind.FOREIGN,
                    "without the batch " + foreign.get().text() + ": others make this load, the batch goes on at "
                            + text(low));
        }
        State next = state.own(low, now);
        return moved(next, Kind.HALVE, "good without the batch: rate halved", state.rate());
    }

    private Decision stale(State state, Judgement judgement) {
        Duration since = now.minus(state.staleSince().orElse(now));
        if (since.compareTo(settings.staleToFloor()) < 0 || state.rate() <= settings.floor()) {
            return decision(state, Kind.HOLD_STALE, judgement.text() + ": rate stays " + text(state.rate()));
        }
        return moved(
                state.lowered(settings.floor(), now, Duration.ZERO),
                Kind.FLOOR_STALE,
                judgement.text() + ": rate to its floor",
                state.rate());
    }

    private Decision stepDown(State state, Judgement judgement) {
        if (now.minus(state.levelSince()).compareTo(Controller.STEP_EVERY) < 0 || state.rate() <= settings.floor()) {
            return hold(state, judgement.text());
        }
        double rate = Math.max(settings.floor(), state.rate() * Controller.DOWN);
        State next = state.phase() == Phase.FOREIGN ? state : state.met(now);
        return moved(
                next.lowered(rate, now, Duration.ZERO),
                Kind.STEP_DOWN,
                judgement.text() + ": small step down",
                state.rate());
    }

    private Decision grow(State before, Judgement judgement) {
        State state = before.phase() == Phase.FOREIGN ? before.relieved(now) : before;
        double rate = Math.min(ceiling, grown(state, judgement));
        if (rate <= state.rate()) {
            return hold(
                    state,
                    state.rate() >= ceiling ? "at the rate that was asked for" : judgement.text() + ": near the knee");
        }
        if (seen.usedRate() < Controller.USED * state.rate()) {
            return hold(
                    state,
                    String.format(Locale.ROOT, "%.0f/s of %.0f/s are used: no growth", seen.usedRate(), state.rate()));
        }
        return moved(state.grown(rate, now), Kind.GROW, judgement.text() + ": rate grows", state.rate());
    }

    /** The next rate, or the present one when it is not yet time. */
    private double grown(State state, Judgement judgement) {
        double rate = state.rate();
        Duration level = now.minus(state.levelSince());
        Optional<Knee> knee = state.knee();
        if (knee.isEmpty()) {
            return rate * (roomy(judgement) ? Controller.FAST : Controller.CAREFUL);
        }
        double at = knee.get().rate();
        if (rate < Controller.NEAR_KNEE * at) {
            return Math.min(rate * Controller.FAST, Math.max(rate, Controller.NEAR_KNEE * at));
        }
        if (rate < Controller.PLATEAU * at) {
            return level.compareTo(Controller.NEAR_KNEE_EVERY) < 0
                    ? rate
                    : Math.min(rate + Controller.STEP * at, Controller.PLATEAU * at);
        }
        boolean forgotten = now.minus(knee.get().at()).compareTo(Controller.KNEE_REMEMBERED) >= 0;
        return forgotten && level.compareTo(Controller.STEP_EVERY) >= 0 ? rate + Controller.STEP * at : rate;
    }

    /** Whether the signal is in the lower half of its room between baseline and line. */
    private boolean roomy(Judgement judgement) {
        OptionalDouble value = judgement.value();
        OptionalDouble limit = judgement.limit();
        if (value.isEmpty() || limit.isEmpty()) {
            return true;
        }
        double base = seen.baseline()
                .of(judgement.guard().signal())
                .map(Baseline.Figure::value)
                .filter(figure -> figure < limit.getAsDouble())
                .orElse(0.0);
        return value.getAsDouble() <= base + (limit.getAsDouble() - base) / 2;
    }

    private boolean overused(State state) {
        return now.minus(state.levelSince()).compareTo(Controller.STEP_EVERY) >= 0
                && state.rate() > settings.floor()
                && seen.usedRate() > Controller.OVERUSED * state.rate();
    }

    private Optional<Judgement> first(Verdict verdict) {
        return judgements.stream()
                .filter(judgement -> judgement.verdict() == verdict)
                .findFirst();
    }

    private Decision hold(State state, String why) {
        return decision(state, Kind.HOLD, why);
    }

    private Decision moved(State state, Kind kind, String why, double from) {
        return decision(state, kind, why + " " + text(from) + " -> " + text(state.rate()));
    }

    private Decision decision(State state, Kind kind, String why) {
        return new Decision(state, kind, state.rate(), why, judgements);
    }

    private static String text(double rate) {
        return String.format(Locale.ROOT, rate < 10 ? "%.1f" : "%.0f", rate);
    }
}

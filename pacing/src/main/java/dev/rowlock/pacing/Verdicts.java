package dev.rowlock.pacing;

import dev.rowlock.pacing.Decision.Kind;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the guards say now, and decisions that tell it. Immutable. */
final class Verdicts {
    private final List<Judgement> judgements;

    Verdicts(List<Judgement> judgements) {
        this.judgements = judgements;
    }

    Optional<Judgement> stale() {
        return judgements.stream()
                .filter(judgement -> judgement.verdict() == Verdict.STALE)
                .findFirst();
    }

    /** One that is over its line although the batch pauses. */
    Optional<Judgement> foreign() {
        return judgements.stream()
                .filter(judgement -> judgement.surprise() >= Controller.FOREIGN_SURPRISE)
                .findFirst();
    }

    /** The worst answer, by verdict and then by how sure it is; empty without guards. */
    Optional<Judgement> worst() {
        return judgements.stream()
                .max(Comparator.comparing(Judgement::verdict).thenComparingDouble(Judgement::surprise));
    }

    /** The rate stays. */
    Decision hold(Draft next, String why) {
        return decision(next, Kind.HOLD, next.rate, why);
    }

    /** The rate is another one now. */
    Decision moved(Draft next, Kind kind, String why, double from) {
        return decision(next, kind, next.rate, why + " " + text(from) + " -> " + text(next.rate));
    }

    /** Another rate for now than the state's, or a decision that is told in other words. */
    Decision decision(Draft next, Kind kind, double rate, String why) {
        return new Decision(next.state(), kind, rate, why, judgements);
    }

    static String text(double rate) {
        return String.format(Locale.ROOT, rate < 10 ? "%.1f" : "%.0f", rate);
    }

    static Duration latest(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}

package dev.rowlock.batch.internal;

import dev.rowlock.batch.GuardRule;
import dev.rowlock.batch.GuardRule.Kind;
import dev.rowlock.pacing.Guard;
import dev.rowlock.pacing.Limit;
import dev.rowlock.pacing.Signal;
import java.util.ArrayList;
import java.util.List;

/** What a run watches: what its plan's rules say, and the usual where they say nothing. Immutable. */
final class GuardSetup {
    private static final Limit USUAL_P99 = Limit.parse("1.1x");

    /** A canary's write is no online statement: it sways more. */
    static final Limit USUAL_CANARY = Limit.parse("1.3x");

    private static final Limit NOT_ONE = new Limit(Limit.Kind.NUMBER, 0);
    private final GuardSignals signals;
    private final List<GuardRule> rules;

    GuardSetup(GuardSignals signals, List<GuardRule> rules) {
        this.signals = signals;
        this.rules = List.copyOf(rules);
    }

    /**
     * A signal and the line it must stay under.
     *
     * @param origin who chose it
     * @param part what of an online transaction it is the time of
     */
    record Watched(Signal signal, Guard guard, Origin origin, Part part) {
        /** The same guard on another signal of the same name. */
        Watched by(Signal other) {
            return new Watched(other, guard, origin, part);
        }
    }

    /** What of an online transaction a signal is the time of. */
    enum Part {
        STATEMENT,
        /** Where transactions commit explicitly, the statement's own time does not hold it. */
        COMMIT,
        /** None, or all of it, as the application or a canary measures it. */
        OTHER
    }

    /** Who chose a guard. */
    enum Origin {
        /** The plan names it: without a figure nothing may go faster. */
        NAMED,
        /** Found in the server's statistics: a statement that does not run while the baseline is measured is no online traffic now. */
        FOUND
    }

    /** What is watched when nobody writes the table: how the server does, and whether anybody loses. */
    List<Watched> withoutTraffic() {
        List<Watched> all = new ArrayList<>(signals.of(canary()));
        all.addAll(signals.of(noDeadlock()));
        return all;
    }

    /** None when the plan says so. */
    List<Watched> watched() {
        List<Watched> all = new ArrayList<>();
        if (rules.stream().anyMatch(rule -> rule.kind() == Kind.NONE)) {
            return List.of();
        }
        if (rules.stream().noneMatch(rule -> rule.kind() != Kind.DEADLOCKS)) {
            all.addAll(signals.keepsHistograms() ? signals.usual(USUAL_P99) : signals.of(canary()));
        }
        rules.forEach(rule -> all.addAll(signals.of(rule)));
        if (rules.stream().noneMatch(rule -> rule.kind() == Kind.DEADLOCKS)) {
            all.addAll(signals.of(noDeadlock()));
        }
        return all;
    }

    private static GuardRule canary() {
        return new GuardRule(Kind.CANARY, "", USUAL_CANARY);
    }

    private static GuardRule noDeadlock() {
        return new GuardRule(Kind.DEADLOCKS, "", NOT_ONE);
    }
}

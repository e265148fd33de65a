package dev.rowlock.diagnose.oncall.internal;

import dev.rowlock.diagnose.oncall.Cause;
import dev.rowlock.diagnose.oncall.Collisions;
import dev.rowlock.diagnose.oncall.Finding;
import dev.rowlock.diagnose.oncall.Step;
import dev.rowlock.diagnose.oncall.StepResult;
import dev.rowlock.diagnose.oncall.WhyLimits;
import dev.rowlock.diagnose.oncall.WhyReport;
import java.util.ArrayList;
import java.util.List;

/** Goes through the steps in the order of C10. Pure. */
public final class Judge {
    private Judge() {}

    public static WhyReport report(Observation seen, WhyLimits limits) {
        List<StepResult> steps = new ArrayList<>();
        steps.add(DeadlockStep.of(seen));
        steps.add(collisions(seen));
        steps.add(LockWaitStep.of(seen, limits));
        steps.addAll(ServerSteps.of(seen, limits));
        List<String> notes = steps.stream()
                .filter(step -> step.verdict() == StepResult.Verdict.UNKNOWN)
                .map(step -> step.step().title() + ": " + step.said())
                .toList();
        return new WhyReport(seen.table(), seen.window(), steps, notes);
    }

    private static StepResult collisions(Observation seen) {
        if (seen.collisions() instanceof Collisions.Measured rate) {
            if (!rate.tooHigh()) {
                return StepResult.fine(Step.COLLISIONS, rate.said());
            }
            List<String> evidence = new ArrayList<>(List.of(rate.said()));
            evidence.addAll(slower(seen));
            return StepResult.found(new Finding(Cause.COLLISIONS, evidence, rate.advice()));
        }
        return StepResult.unknown(Step.COLLISIONS, ((Collisions.NotMeasured) seen.collisions()).why());
    }

    /** Statements on the table that got slower: what people on call were called for. */
    static List<String> slower(Observation seen) {
        return seen.statements().stream()
                .filter(statement -> statement.ratio() >= 1.5)
                .limit(2)
                .map(StatementChange::words)
                .toList();
    }
}

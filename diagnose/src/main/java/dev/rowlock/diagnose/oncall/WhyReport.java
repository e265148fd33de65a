package dev.rowlock.diagnose.oncall;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The answer: the first finding in the order of C10, and what each step saw. Immutable.
 *
 * @param table {@code schema.table}
 * @param window how long was looked
 * @param steps in their order, all of them
 * @param notes what limits the answer
 */
public record WhyReport(String table, Duration window, List<StepResult> steps, List<String> notes) {
    public WhyReport {
        steps = List.copyOf(steps);
        notes = List.copyOf(notes);
    }

    /** The cause that comes first in the order of C10; empty when nothing in the server explains it. */
    public Optional<Finding> finding() {
        return steps.stream().flatMap(step -> step.finding().stream()).findFirst();
    }

    /** The steps that come before the finding, or all of them. */
    public List<StepResult> before() {
        return steps.stream()
                .takeWhile(step -> step.verdict() != StepResult.Verdict.FOUND)
                .toList();
    }
}

package dev.rowlock.diagnose.oncall;

import java.util.Optional;

/**
 * What one step saw.
 *
 * @param step which
 * @param verdict whether it found something
 * @param said what it saw, or why it saw nothing, in one sentence
 * @param finding what it found; empty unless the verdict is {@link Verdict#FOUND}
 */
public record StepResult(Step step, Verdict verdict, String said, Optional<Finding> finding) {
    /** Whether something was found. */
    public enum Verdict {
        FINE("fine"),
        FOUND("found"),
        /** It could not be seen, which is not the same as fine. */
        UNKNOWN("unknown");

        private final String label;

        Verdict(String label) {
            this.label = label;
        }

        /** The word for it in JSON. */
        public String label() {
            return label;
        }
    }

    public static StepResult fine(Step step, String said) {
        return new StepResult(step, Verdict.FINE, said, Optional.empty());
    }

    public static StepResult unknown(Step step, String why) {
        return new StepResult(step, Verdict.UNKNOWN, why, Optional.empty());
    }

    public static StepResult found(Finding finding) {
        return new StepResult(
                finding.cause().step(),
                Verdict.FOUND,
                finding.evidence().isEmpty()
                        ? finding.cause().headline()
                        : finding.evidence().get(0),
                Optional.of(finding));
    }
}

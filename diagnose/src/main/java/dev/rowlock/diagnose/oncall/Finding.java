package dev.rowlock.diagnose.oncall;

import java.util.List;

/**
 * A cause, what shows it and what to do. Holds no values of statements.
 *
 * @param cause what it is
 * @param evidence what was seen, the strongest first
 * @param advice what to do, the most specific first
 */
public record Finding(Cause cause, List<String> evidence, List<String> advice) {
    public Finding {
        evidence = List.copyOf(evidence);
        advice = List.copyOf(advice);
    }
}

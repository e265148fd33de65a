package dev.rowlock.claim.internal.table;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.table.Column;
import java.util.Optional;

/** Whether a status value fits the status column, and the value as it is bound: a number for a column of numbers, else text. */
public final class StatusFit {
    private StatusFit() {}

    /** Why the value cannot be stored, in words with the value and the column; empty when it can. */
    public static Optional<String> problem(Column status, String value) {
        if (status.isWhole()) {
            return wholeProblem(status, value);
        }
        if (status.isEnum()) {
            boolean known = status.enumValues().stream().anyMatch(allowed -> allowed.equalsIgnoreCase(value));
            return known
                    ? Optional.empty()
                    : Optional.of("status value '" + value + "' is not one of " + status.fullType() + " of column "
                            + status.name());
        }
        long length = status.maxLength().orElse(Long.MAX_VALUE);
        return value.codePointCount(0, value.length()) <= length
                ? Optional.empty()
                : Optional.of("status value '" + value + "' is longer than column " + status.name() + " "
                        + status.fullType());
    }

    private static Optional<String> wholeProblem(Column status, String value) {
        long number;
        try {
            number = Long.parseLong(value);
        } catch (NumberFormatException e) {
            return Optional.of("status column " + status.name() + " is " + status.fullType() + ", and '" + value
                    + "' is not a whole number: name the numbers for ready, processing, done and dead");
        }
        long max = status.largest();
        long min = status.isUnsigned() ? 0 : -max - 1;
        return number >= min && number <= max
                ? Optional.empty()
                : Optional.of("status value " + value + " is outside the range of column " + status.name() + " "
                        + status.fullType());
    }

    /** The value as the statements bind it. */
    public static Object bound(Column status, String value) {
        Optional<String> problem = problem(status, value);
        if (problem.isPresent()) {
            throw new ConfigurationException(problem.get());
        }
        return status.isWhole() ? (Object) Long.parseLong(value) : value;
    }
}

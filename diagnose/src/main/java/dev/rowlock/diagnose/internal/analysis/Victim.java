package dev.rowlock.diagnose.internal.analysis;

import dev.rowlock.diagnose.VictimNumbering;
import dev.rowlock.diagnose.internal.report.RawDeadlock;
import dev.rowlock.diagnose.internal.report.RawTransaction;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds who was rolled back from the number that the server printed. The two differ on MariaDB before a mend (see {@link
 * VictimNumbering}); what cannot be known stays unknown (C7).
 */
final class Victim {
    private Victim() {}

    static @Nullable Integer rolledBack(RawDeadlock report, VictimNumbering numbering) {
        Integer printed = report.victim();
        if (printed == null || !canBeWrong(report)) {
            return printed;
        }
        int before = printed == 1 ? report.transactions().size() : printed - 1;
        return switch (numbering) {
            case NAMES_THE_VICTIM -> printed;
            case NAMES_THE_NEXT -> before;
            case UNKNOWN -> byWeight(report.transactions(), printed, before);
        };
    }

    /** Only the reports of MariaDB from 10.6 on have locks under {@code CONFLICTING WITH}. */
    static boolean canBeWrong(RawDeadlock report) {
        return report.transactions().stream()
                .anyMatch(transaction -> !transaction.conflicts().isEmpty());
    }

    /** The server rolls back the lightest, so of two candidates the one that is not among the lightest is out. */
    private static @Nullable Integer byWeight(List<RawTransaction> transactions, int printed, int before) {
        boolean known = transactions.stream().map(RawTransaction::weight).allMatch(Objects::nonNull);
        if (!known) {
            return null;
        }
        long lightest = transactions.stream()
                .map(RawTransaction::weight)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .min()
                .orElse(0);
        boolean printedFits = isLightest(transactions, printed, lightest);
        boolean beforeFits = isLightest(transactions, before, lightest);
        if (printedFits == beforeFits) {
            return null;
        }
        return printedFits ? printed : before;
    }

    private static boolean isLightest(List<RawTransaction> transactions, int number, long lightest) {
        return transactions.stream()
                .filter(transaction -> Integer.valueOf(number).equals(transaction.number()))
                .anyMatch(transaction -> Long.valueOf(lightest).equals(transaction.weight()));
    }
}

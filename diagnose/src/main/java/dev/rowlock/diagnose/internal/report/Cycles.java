package dev.rowlock.diagnose.internal.report;

import java.util.List;

/** Whether the transactions of a log without headings are a whole deadlock. */
final class Cycles {
    private Cycles() {}

    /** Whether the last waits for what the first holds. Servers that do not print what the first holds print two transactions. */
    static boolean isClosed(List<RawTransaction> transactions) {
        if (transactions.size() < 2) {
            return false;
        }
        RawTransaction first = transactions.get(0);
        RawTransaction last = transactions.get(transactions.size() - 1);
        return first.holds().isEmpty()
                || last.waits().stream().anyMatch(wait -> first.holds().stream().anyMatch(wait::meets));
    }
}

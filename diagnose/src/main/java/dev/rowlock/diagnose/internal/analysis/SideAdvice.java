package dev.rowlock.diagnose.internal.analysis;

import dev.rowlock.diagnose.Side;
import java.util.List;
import java.util.Optional;

/** Advice for batch work beside online traffic, and what every application has to do. */
final class SideAdvice {
    private SideAdvice() {}

    static Optional<String> batchGivesWay(Case deadlock) {
        List<String> tables = deadlock.tables();
        if (!deadlock.has(Side.BATCH) || !deadlock.has(Side.ONLINE) || tables.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of("Let the batch give way on " + String.join(" and ", tables)
                + ": READ COMMITTED; SELECT ... FOR UPDATE SKIP LOCKED over a range of the primary key, which passes rows that online"
                + " traffic holds; then an UPDATE by those ids that repeats the predicate; disjoint ranges for the workers (C3, C5,"
                + " facts 5.2, 5.4).");
    }

    static Optional<String> onlineLost(Case deadlock) {
        return deadlock.rolledBack()
                .filter(member -> member.transaction().side() == Side.ONLINE && deadlock.has(Side.BATCH))
                .map(member ->
                        "The online side was rolled back: InnoDB undoes what is cheapest, and a transaction with hundreds of"
                                + " changed rows never is. Make the batch's transactions smaller (C6, C7).");
    }

    static Optional<String> retry(Case deadlock) {
        String whose = deadlock.rolledBack()
                .map(member -> member.label() + " was rolled back: ")
                .orElse("");
        return Optional.of(whose
                + "after error 1213 run the whole transaction again from its start, not its last statement (B6).");
    }
}

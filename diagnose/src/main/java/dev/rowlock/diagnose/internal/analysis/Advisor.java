package dev.rowlock.diagnose.internal.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Says what avoids a deadlock, in the names of its tables and indexes and with the numbers of the rules. */
final class Advisor {
    /** Most specific first. Each looks for one pattern and stays silent where it does not see it. */
    private static final List<Function<Case, Optional<String>>> RULES = List.of(
            LockAdvice::tableLock,
            InsertAdvice::duplicateKey,
            InsertAdvice::gapBeforeInsert,
            LockAdvice::sharedThenExclusive,
            IndexAdvice::skipLockedOverSecondary,
            IndexAdvice::secondaryAgainstPrimary,
            OrderAdvice::twoTables,
            OrderAdvice::sameWork,
            OrderAdvice::rowOrder,
            OrderAdvice::oneRowTwice,
            SideAdvice::batchGivesWay,
            SideAdvice::onlineLost,
            SideAdvice::retry);

    private Advisor() {}

    static List<String> advice(Case deadlock) {
        List<String> advice = new ArrayList<>();
        for (Function<Case, Optional<String>> rule : RULES) {
            rule.apply(deadlock).ifPresent(advice::add);
        }
        return advice;
    }
}

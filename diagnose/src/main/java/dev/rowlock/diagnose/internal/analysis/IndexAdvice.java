package dev.rowlock.diagnose.internal.analysis;

import dev.rowlock.diagnose.Lock;
import java.util.Optional;

/** Advice where one side comes by a secondary index and the other by the primary key. */
final class IndexAdvice {
    private IndexAdvice() {}

    static Optional<String> skipLockedOverSecondary(Case deadlock) {
        boolean skips = deadlock.first(member -> {
                    String sql = member.transaction().sql();
                    return sql != null && Verb.mentions(sql, "SKIP") && Verb.mentions(sql, "LOCKED");
                })
                .isPresent();
        return deadlock.locks()
                .filter(lock -> skips && lock.index() != null && !Case.isPrimary(lock))
                .findFirst()
                .map(lock -> "SKIP LOCKED over " + lock.place()
                        + " keeps the index lock of every row it skips, and the owner of such a"
                        + " row waits at its next write to that index. Claim by ranges of the primary key of "
                        + lock.table()
                        + " under READ COMMITTED (facts 1.2, 5.4).");
    }

    static Optional<String> secondaryAgainstPrimary(Case deadlock) {
        return deadlock.secondaryBesidePrimary().map(secondary -> advice(secondary));
    }

    private static String advice(Lock secondary) {
        return "One side reaches the rows of " + secondary.table() + " by " + secondary.index()
                + " and then locks PRIMARY, the other locks PRIMARY first and then changes " + secondary.index()
                + ". Read the keys by " + secondary.index()
                + " without locks, then lock and write by primary key, in its order,"
                + " repeating the predicate in the write; SKIP LOCKED over " + secondary.index()
                + " is no way out, since it keeps the index lock of every row it skips (facts 1.2, 1.6, 5.4, C5).";
    }
}

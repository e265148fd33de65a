package dev.rowlock.diagnose.internal.analysis;

import dev.rowlock.diagnose.Lock;
import dev.rowlock.diagnose.LockFlag;
import dev.rowlock.diagnose.Side;
import dev.rowlock.diagnose.internal.statement.SqlMask;
import java.util.List;
import java.util.Optional;

/** Advice on the order in which rows and tables are taken. */
final class OrderAdvice {
    private OrderAdvice() {}

    static Optional<String> twoTables(Case deadlock) {
        List<String> tables = deadlock.tables();
        return tables.size() < 2
                ? Optional.empty()
                : Optional.of("The transactions take rows of " + String.join(" and ", tables)
                        + " in different orders: touch these tables in one order in every transaction (facts 1.6).");
    }

    /** Two workers that run one statement meet on the rows they both begin with. */
    static Optional<String> sameWork(Case deadlock) {
        List<String> statements = deadlock.members().stream()
                .map(member -> member.transaction().sql())
                .filter(sql -> sql != null && Verb.mentions(sql, "LIMIT"))
                .map(sql -> SqlMask.mask(sql == null ? "" : sql))
                .toList();
        return statements.size() < 2 || statements.stream().distinct().count() > 1
                ? Optional.empty()
                : Optional.of("Several workers run one statement over the same rows of "
                        + String.join(" and ", deadlock.tables())
                        + ": give each a range of the primary key of its own, and order by that key (C3, facts 1.6).");
    }

    /** Rows of one index in different orders. */
    static Optional<String> rowOrder(Case deadlock) {
        boolean plain = deadlock.locks()
                .allMatch(lock -> lock.mode().equals("X") && !lock.flags().contains(LockFlag.INSERT_INTENTION));
        List<String> places = deadlock.locks().map(Lock::place).distinct().toList();
        boolean several = deadlock.members().size() > 1
                && deadlock.first(OrderAdvice::asksTwice).isEmpty();
        return !plain || !several || places.size() != 1
                ? Optional.empty()
                : Optional.of("The transactions lock rows of " + places.get(0)
                        + " in different orders: sort what a transaction is going to change by primary key and lock it in that order,"
                        + " whatever order the input had (facts 1.6)"
                        + (deadlock.has(Side.BATCH) ? ", in transactions of at most 500 rows (C6)." : "."));
    }

    /** Somebody else queued between two requests for one row. */
    static Optional<String> oneRowTwice(Case deadlock) {
        return deadlock.first(member -> asksTwice(member) && !member.upgrades())
                .map(
                        member -> member.label() + " has a lock on a row of "
                                + member.waits().get(0).lock().place()
                                + " and asks for a stronger one while another transaction queues for that row. Touch a row once in a transaction:"
                                + " lock it with SELECT ... FOR UPDATE by primary key first, and do not DELETE and INSERT one key (facts 1.6, 3.4).");
    }

    private static boolean asksTwice(Member member) {
        return member.holds().stream().anyMatch(hold -> member.waits().stream().anyMatch(hold::meetsRow));
    }
}

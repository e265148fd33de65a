package dev.rowlock.queue.internal.housekeeping;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.quarantine.Answers;
import dev.rowlock.queue.internal.quarantine.Parking;
import dev.rowlock.queue.internal.quarantine.Quarantine;
import dev.rowlock.queue.internal.sql.QuarantineStatements;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forgets losses that are too old to count, and brings back jobs whose kind was released by a process that died before it had done so. */
final class QuarantineUpkeep {
    private static final Logger log = LoggerFactory.getLogger(QuarantineUpkeep.class);

    private final Transactions transactions;

    QuarantineUpkeep(Transactions transactions) {
        this.transactions = transactions;
    }

    void keep() {
        while (forget() == Rows.MOST_NAMES) {
            log.trace("more losses to forget");
        }
        Answers.forgetUnused(transactions);
        Set<String> kinds =
                transactions.inTransaction(Isolation.READ_COMMITTED, Quarantine::kinds, ReadBack.nothingWritten());
        long freed = new Parking(transactions).free(kind -> !kinds.contains(kind));
        if (freed > 0) {
            log.info("rowlock brought back jobs of kinds that are not in quarantine jobs={}", freed);
        }
    }

    private int forget() {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> new Call(connection, QuarantineStatements.LOSS_EXPIRE).update(),
                ReadBack.repeatable());
    }
}

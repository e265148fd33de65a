package dev.rowlock.batch.internal;

import dev.rowlock.batch.internal.sql.RunStatements;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.pacing.KneeCurve;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The knee of a table in our own (C4). A curve that cannot be kept is measured again the next time. Immutable. */
public final class Knees implements GuardedPace.KneeStore {
    private static final Logger log = LoggerFactory.getLogger(Knees.class);

    private final Transactions transactions;
    private final Store store;
    private final String target;

    public Knees(Transactions transactions, Store store, String target) {
        this.transactions = transactions;
        this.store = store;
        this.target = target;
    }

    @Override
    public KneeCurve load() {
        return transactions
                .inTransaction(
                        Isolation.READ_COMMITTED,
                        connection -> new Call(connection, store.sql(RunStatements.KNEE_LOAD))
                                .with(target)
                                .query(row -> KneeCurve.parse(row.getString(1))))
                .stream()
                .findFirst()
                .orElse(KneeCurve.empty());
    }

    @Override
    public void store(KneeCurve curve) {
        try {
            transactions.inTransaction(
                    Isolation.READ_COMMITTED,
                    connection -> new Call(connection, store.sql(RunStatements.KNEE_STORE))
                            .with(target)
                            .with(curve.toText())
                            .update());
        } catch (RuntimeException e) {
            log.debug("knee not kept target={} reason=\"{}\"", target, e.getMessage());
        }
    }
}

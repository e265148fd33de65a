package dev.rowlock.batch.internal;

import dev.rowlock.batch.BatchPlan;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.Transactions;
import java.sql.Connection;
import java.sql.SQLException;

/** Says why a run has to stop, and what lets it go on: asks the server how the table is now. Immutable. */
final class StopReason {
    private final Transactions transactions;
    private final KeyWatch key;
    private final BatchPlan plan;
    private final Target target;
    private final long run;

    StopReason(Transactions transactions, KeyWatch key, BatchPlan plan, Target target, long run) {
        this.transactions = transactions;
        this.key = key;
        this.plan = plan;
        this.target = target;
        this.run = run;
    }

    /** The same failure with its reason where it is one that does not pass. */
    StoreException of(StoreException failed) {
        if (PassingErrors.passes(failed)) {
            return failed;
        }
        try {
            return transactions.inTransaction(
                    Isolation.READ_COMMITTED,
                    connection -> isDenied(failed) ? denied(failed, connection) : key.explained(failed, connection));
        } catch (StoreException away) {
            return failed; // the server cannot be asked: what it said last has to do
        }
    }

    /** A right on the user's table; what is missing on ours the server's own words tell. */
    private static boolean isDenied(StoreException failed) {
        return ServerError.isAccessDenied(failed.errorNumber())
                && !String.valueOf(failed.getMessage()).contains("rowlock_batch_");
    }

    private StoreException denied(StoreException failed, Connection connection) throws SQLException {
        String told = "this account may no longer do what the plan does: " + failed.getMessage() + "; "
                + Refusal.grants(connection, plan, target) + "; then rowlock batch resume " + run;
        SQLException cause = failed.getCause() instanceof SQLException said ? said : new SQLException(told);
        return new StoreException(failed.failure(), told, cause);
    }
}

package dev.rowlock.cli.demo;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.Verdict;
import dev.rowlock.claim.work.Handler;
import dev.rowlock.claim.work.Outcome;
import dev.rowlock.claim.work.Work;
import dev.rowlock.cli.internal.sql.DemoStatements;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The work of the demo: a little while of nothing, then an effect in the database and the row's completion in one transaction. This is the one
 * case in which an effect happens once (A8, A11): when the lease is lost, the effect is rolled back with the completion.
 */
final class EffectHandler implements Handler {
    /** The completion found the lease lost: takes the transaction back. */
    private static final class NotOurs extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient Verdict verdict;

        NotOurs(Verdict verdict) {
            super("lease lost", null, false, false);
            this.verdict = verdict;
        }
    }

    private final Transactions transactions;
    private final LeaseTable table;
    private final String worker;
    private final Duration pretend;

    EffectHandler(Transactions transactions, LeaseTable table, String worker, Duration pretend) {
        this.transactions = transactions;
        this.table = table;
        this.worker = worker;
        this.pretend = pretend;
    }

    @Override
    public Outcome handle(Work work) {
        LockSupport.parkNanos(pretend.toNanos());
        Lease lease = work.pin();
        try {
            return Outcome.settled(transactions.inTransaction(
                    Isolation.READ_COMMITTED, connection -> completeWithEffect(connection, lease)));
        } catch (NotOurs e) {
            return Outcome.settled(e.verdict);
        }
    }

    private Verdict completeWithEffect(Connection connection, Lease lease) throws SQLException, NotOurs {
        try (PreparedStatement effect = connection.prepareStatement(DemoStatements.EFFECT_ADD)) {
            effect.setString(1, table.name().table().name());
            effect.setString(2, lease.key().toString());
            effect.setString(
                    3,
                    lease.fence()
                            .leaseUntil()
                            .or(() -> lease.fence().claimedAt())
                            .orElse(""));
            effect.setString(4, worker);
            effect.executeUpdate();
        }
        Verdict verdict = table.on(connection).complete(lease);
        if (verdict instanceof Verdict.Applied) {
            return verdict;
        }
        throw new NotOurs(verdict);
    }
}

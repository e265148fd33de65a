package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.doctor.DoctorSettings;
import java.sql.SQLException;
import java.time.Duration;

/** Transactions that are open for long, and those whose program does nothing meanwhile (A5). */
final class OpenTransactions implements Examiner {
    @Override
    public String id() {
        return "open-transactions";
    }

    @Override
    public void examine(Visit visit, Chart chart) throws SQLException {
        DoctorSettings settings = visit.settings();
        Duration shorter = settings.idleTransaction().compareTo(settings.longTransaction()) < 0
                ? settings.idleTransaction()
                : settings.longTransaction();
        for (OldTransaction transaction : OldTransaction.since(visit, shorter)) {
            String held = transaction.rowsLocked() + " rows locked, " + transaction.rowsModified() + " changed, "
                    + transaction.isolation();
            if (transaction.isIdle(settings.idleTransaction())) {
                chart.warns(
                        "idle-transaction",
                        transaction.who(visit) + " has had a transaction open for "
                                + transaction.age().toSeconds() + " s and sent nothing for "
                                + transaction.since().toSeconds() + " s",
                        "it holds what it locked while its program does something else, and everybody else waits for these rows or keeps"
                                + " skipping them: " + held,
                        transaction.end(),
                        "A5");
            } else if (transaction.age().compareTo(settings.longTransaction()) >= 0) {
                chart.warns(
                        "long-transaction",
                        transaction.who(visit) + " has had a transaction open for "
                                + transaction.age().toSeconds() + " s (" + transaction.state() + ")",
                        "locks are held until it ends: " + held,
                        transaction.end(),
                        "A5");
            }
        }
    }
}

package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.internal.doctor.YieldProbe.Nowait;
import dev.rowlock.diagnose.internal.doctor.YieldProbe.Result;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.RetryPolicy;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.RowKey;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Proves that a held row is answered at once by NOWAIT and passed at once by the statement of a batch (A10, facts 5.4). Both connections
 * are taken before anything is locked; for the locks see {@link YieldProbe}.
 */
final class GivesWay implements Examiner {
    private static final int ROWS = 3;
    private static final String USE = "use MySQL 8.0.31 or newer, or MariaDB 10.6 or newer, with InnoDB tables";

    private final Patient patient;
    private final DataSource dataSource;

    GivesWay(Patient patient, DataSource dataSource) {
        this.patient = patient;
        this.dataSource = dataSource;
    }

    @Override
    public String id() {
        return "probe";
    }

    @Override
    public void examine(Visit visit, Chart chart) throws SQLException {
        if (patient.key().isEmpty()) {
            return;
        }
        KeyedTable table = KeyedTable.of(patient.name(), patient.key().get());
        List<RowKey> rows = table.first(visit, ROWS);
        if (rows.isEmpty()) {
            notTried(chart, "the table is empty");
            return;
        }
        try {
            run(new YieldProbe(table, rows))
                    .ifPresentOrElse(
                            result -> tell(visit, chart, result),
                            () -> notTried(chart, "the data source hands out one connection only"));
        } catch (StoreException e) {
            if (e.failure() != Failure.LOCK_CONFLICT && e.failure() != Failure.CONNECTION) {
                throw e;
            }
            notTried(chart, String.valueOf(e.getMessage())); // somebody holds the row, or the pool is too small
        }
    }

    private Optional<Result> run(YieldProbe probe) {
        Transactions transactions = Transactions.of(dataSource).retry(RetryPolicy.never());
        return transactions.inTransaction(
                Isolation.READ_COMMITTED,
                first -> transactions.inTransaction(
                        Isolation.READ_COMMITTED,
                        second -> YieldProbe.isOneSession(first, second)
                                ? Optional.empty()
                                : Optional.of(probe.run(first, second))));
    }

    private static void tell(Visit visit, Chart chart, Result result) {
        String tried = "tried with two sessions on " + visit.facts().family() + " "
                + visit.facts().version() + ": ";
        if (result.nowait() != Nowait.ANSWERS) {
            chart.blocks(
                    "probe-nowait",
                    (result.nowait() == Nowait.WAITS ? "NOWAIT waited for" : "NOWAIT got")
                            + " a row that another session held",
                    tried + millis(result.nowaitTook()) + "; a targeted claim would hang, or two workers get one row",
                    USE,
                    "B1, A10");
        }
        if (!result.givesWay()) {
            chart.blocks(
                    "probe-batch",
                    "the statement of a batch did not pass a row that another session held",
                    tried + millis(result.batchTook()) + "; a batch would wait for online traffic, or take its rows",
                    USE,
                    "A10, facts 5.4");
        }
        if (result.nowait() == Nowait.ANSWERS && result.givesWay()) {
            chart.notes(
                    "probe",
                    "SKIP LOCKED skips, NOWAIT answers, and a batch's statement gives way",
                    tried + "NOWAIT answered after " + millis(result.nowaitTook())
                            + ", the batch's range passed the held row after " + millis(result.batchTook()),
                    "nothing to do",
                    "A10");
        }
    }

    private static void notTried(Chart chart, String why) {
        chart.notes(
                "probe-not-tried",
                "not tried: whether a held row is passed",
                why,
                "run rowlock doctor --probe again when the table has rows that nobody holds",
                "A10");
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.1f ms", duration.toNanos() / 1e6);
    }
}

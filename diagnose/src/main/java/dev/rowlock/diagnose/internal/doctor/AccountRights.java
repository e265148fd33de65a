package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.internal.sql.DoctorStatements;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.table.AccountName;
import java.sql.SQLException;
import java.util.Locale;

/** Which rights the account lacks for what Rowlock can do beyond claims; those on a table are looked at with the table. */
final class AccountRights implements Examiner {
    @Override
    public String id() {
        return "rights";
    }

    @Override
    public void examine(Visit visit, Chart chart) throws SQLException {
        String account = AccountName.quoted(visit.facts().account());
        if (isRefused(visit, DoctorStatements.MAY_SEE_TRANSACTIONS)) {
            chart.warns(
                    "right-process",
                    account + " lacks PROCESS",
                    "deadlock reports, others' transactions and old snapshots are not to be seen: neither this report nor rowlock why and rowlock"
                            + " deadlocks can say who blocks whom",
                    "GRANT PROCESS ON *.* TO " + account,
                    "C10");
        }
        if (visit.isOn("performance_schema") && isRefused(visit, DoctorStatements.MAY_READ_DIGESTS)) {
            chart.warns(
                    "right-performance-schema",
                    account + " may not read performance_schema",
                    "there is no P99 of online statements for a batch to give way to, and the statements of this schema are not looked through",
                    "GRANT SELECT ON performance_schema.* TO " + account,
                    "C9");
        }
        if (visit.facts().binaryLog() && lacks(visit, "REPLICATION SLAVE", DoctorStatements.REPLICAS)) {
            chart.notes(
                    "right-replication-slave",
                    account + " lacks REPLICATION SLAVE",
                    "the collision probe cannot read row events and samples a time column instead, which sees less",
                    "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO " + account,
                    "C8");
        }
    }

    /** MySQL is asked something that needs the right, which also counts what roles give; MariaDB has no such harmless question. */
    private static boolean lacks(Visit visit, String right, String question) throws SQLException {
        if (!visit.isMariaDb()) {
            return isRefused(visit, question);
        }
        return visit.facts().grants().stream()
                .map(grant -> grant.toUpperCase(Locale.ROOT))
                .noneMatch(grant -> grant.contains(" ON *.* ")
                        && (grant.contains(right)
                                || grant.contains("REPLICATION REPLICA")
                                || grant.contains("ALL PRIVILEGES")));
    }

    private static boolean isRefused(Visit visit, String question) throws SQLException {
        try {
            visit.ask(question, row -> true);
            return false;
        } catch (SQLException e) {
            if (ServerError.isAccessDenied(e.getErrorCode())) {
                return true;
            }
            throw e;
        }
    }
}

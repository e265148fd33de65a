package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.internal.sql.DoctorStatements;
import dev.rowlock.mysql.ServerError;
import java.sql.SQLException;
import java.util.Optional;

/** Whether each deadlock leaves a report that says who was rolled back (C7). */
final class DeadlockReports implements Examiner {
    /** With less, MySQL drops the lines that begin with stars from its log: the numbers, and the victim (facts 7). */
    private static final int WHOLE = 3;

    @Override
    public String id() {
        return "deadlock-reports";
    }

    @Override
    public void examine(Visit visit, Chart chart) throws SQLException {
        boolean printed = visit.isOn("innodb_print_all_deadlocks");
        String set = "SET " + (visit.isMariaDb() ? "GLOBAL" : "PERSIST") + " ";
        if (!printed) {
            chart.warns(
                    "print-all-deadlocks",
                    "innodb_print_all_deadlocks is OFF",
                    "the server keeps the latest deadlock only; what the others were, and whom they rolled back, cannot be read any more. "
                            + deadlocks(visit),
                    set + "innodb_print_all_deadlocks = ON; then read them with: rowlock deadlocks ERROR-LOG",
                    "C7, C10");
        }
        int verbosity =
                visit.variable("log_error_verbosity").map(Integer::parseInt).orElse(WHOLE);
        if (!visit.isMariaDb() && verbosity < WHOLE) {
            String what = "log_error_verbosity is " + verbosity
                    + (printed ? "" : ", which matters once innodb_print_all_deadlocks is ON");
            String why =
                    "deadlock reports reach the error log without their lines with stars: which transaction held what, and who was"
                            + " rolled back";
            chart.warns("log-error-verbosity", what, why, set + "log_error_verbosity = 3", "C7, facts 7");
        }
    }

    /** The figure, from where each family counts them (facts 6). */
    private static String deadlocks(Visit visit) throws SQLException {
        Optional<Long> count = Optional.empty();
        if (visit.isMariaDb()) {
            count = visit.status("innodb_deadlocks").map(Long::parseLong);
        } else if (visit.isOn("performance_schema")) {
            count = counted(visit);
        }
        return count.map(deadlocks -> deadlocks + " deadlocks since the server's start")
                .orElse("How many there were is not to be seen");
    }

    private static Optional<Long> counted(Visit visit) throws SQLException {
        try {
            return visit.ask(DoctorStatements.DEADLOCKS, row -> row.getLong(1)).stream()
                    .findFirst();
        } catch (SQLException e) {
            if (ServerError.isAccessDenied(e.getErrorCode())) {
                return Optional.empty();
            }
            throw e;
        }
    }
}

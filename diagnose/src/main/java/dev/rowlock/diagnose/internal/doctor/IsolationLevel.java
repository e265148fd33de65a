package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.internal.sql.DoctorStatements;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/** At which isolation level programs run that do not choose one. Rowlock chooses READ COMMITTED for each of its own transactions. */
final class IsolationLevel implements Examiner {
    private static final String WANTED = "READ-COMMITTED";

    private record Level(String name, long transactions) {}

    @Override
    public String id() {
        return "isolation";
    }

    @Override
    public void examine(Visit visit, Chart chart) throws SQLException {
        String session = visit.facts().isolation();
        String global = visit.variable("transaction_isolation")
                .or(() -> visit.variable("tx_isolation"))
                .orElse(session);
        if (global.equals(WANTED) && session.equals(WANTED)) {
            return;
        }
        chart.warns(
                "isolation",
                "the isolation level is " + global + (session.equals(global) ? "" : ", in this session " + session),
                "Rowlock's own transactions are READ COMMITTED, others are not: at REPEATABLE READ a claim that reaches the end of its range"
                        + " blocks inserts, and a batch's range UPDATE blocks online updates of rows that do not match it, until it commits"
                        + open(visit),
                (visit.isMariaDb()
                                ? "SET GLOBAL TRANSACTION ISOLATION LEVEL READ COMMITTED, and transaction-isolation = READ-COMMITTED in the"
                                        + " server's configuration"
                                : "SET PERSIST transaction_isolation = 'READ-COMMITTED'")
                        + "; or let each program that writes these tables set it for its sessions",
                "facts 1.3, 5.2");
    }

    /** The figure: who is at work at which level just now. Without PROCESS there is none. */
    private static String open(Visit visit) {
        Map<String, Long> levels = new TreeMap<>();
        try {
            visit.ask(DoctorStatements.TRANSACTIONS_BY_LEVEL, row -> new Level(row.getString(1), row.getLong(2)))
                    .forEach(level -> levels.put(level.name(), level.transactions()));
        } catch (SQLException noRight) {
            return "; how many transactions run at which level is not to be seen (no PROCESS)";
        }
        return "; open just now: "
                + (levels.isEmpty()
                        ? "no transaction"
                        : levels.entrySet().stream()
                                .map(level -> level.getValue() + " at " + level.getKey())
                                .reduce((all, next) -> all + ", " + next)
                                .orElse(""));
    }
}

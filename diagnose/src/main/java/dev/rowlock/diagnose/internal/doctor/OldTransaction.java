package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.internal.sql.DoctorStatements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that has been open for long.
 *
 * @param session its connection's id; 0 for one that was prepared by XA and has none
 * @param command what the session does; null when it is gone
 * @param since how long it has been doing that
 */
record OldTransaction(
        long session,
        String state,
        long rowsLocked,
        long rowsModified,
        String isolation,
        Duration age,
        @Nullable String user,
        @Nullable String host,
        @Nullable String command,
        Duration since) {

    /** Those of at least that age, oldest first. */
    static List<OldTransaction> since(Visit visit, Duration age) throws SQLException {
        return visit.ask(DoctorStatements.TRANSACTIONS_OLD, OldTransaction::read, age.toSeconds());
    }

    private static OldTransaction read(ResultSet row) throws SQLException {
        return new OldTransaction(
                row.getLong("trx_mysql_thread_id"),
                row.getString("trx_state"),
                row.getLong("trx_rows_locked"),
                row.getLong("trx_rows_modified"),
                row.getString("trx_isolation_level"),
                Duration.ofSeconds(row.getLong("age")),
                row.getString("USER"),
                row.getString("HOST"),
                row.getString("COMMAND"),
                Duration.ofSeconds(row.getLong("TIME")));
    }

    boolean isIdle(Duration limit) {
        return "Sleep".equals(command) && since.compareTo(limit) >= 0;
    }

    /** Whether it holds a snapshot from its beginning; at READ COMMITTED each statement takes its own. */
    boolean keepsSnapshot() {
        return !isolation.startsWith("READ ");
    }

    /** Who it is: connection id, account, from where, and what the program calls itself. */
    String who(Visit visit) {
        if (session == 0) {
            return "a transaction prepared by XA, which no session owns";
        }
        return "connection " + session + " of "
                + (user == null ? "an account that is not to be seen" : "'" + user + "' from " + host) + program(visit);
    }

    private String program(Visit visit) {
        if (visit.isMariaDb() || !visit.isOn("performance_schema")) {
            return "";
        }
        try {
            return visit.ask(DoctorStatements.SESSION_PROGRAM, row -> row.getString(1), session).stream()
                    .findFirst()
                    .map(name -> " (" + name + ")")
                    .orElse("");
        } catch (SQLException noRight) {
            return "";
        }
    }

    /** What ends it. */
    String end() {
        return session == 0
                ? "XA RECOVER lists it; then XA COMMIT or XA ROLLBACK it"
                : "let the program commit before it waits for anything; now: KILL " + session;
    }
}

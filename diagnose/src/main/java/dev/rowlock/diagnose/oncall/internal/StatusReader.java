package dev.rowlock.diagnose.oncall.internal;

import dev.rowlock.diagnose.internal.sql.WhyStatements;
import dev.rowlock.mysql.ServerFamily;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Reads gauges and counters of the whole server. */
final class StatusReader {
    static final String HISTORY = "innodb_history_list_length";
    static final String THREADS = "threads_running";

    private StatusReader() {}

    /** By name in lower case; what the server does not have is missing. */
    static Map<String, Long> read(Connection connection, ServerFamily family) throws SQLException {
        boolean mariaDb = family == ServerFamily.MARIADB;
        Map<String, Long> status = new HashMap<>();
        try (Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery(
                    mariaDb ? WhyStatements.WHY_STATUS_MARIADB : WhyStatements.WHY_STATUS_MYSQL)) {
                while (rows.next()) {
                    status.put(rows.getString(1).toLowerCase(Locale.ROOT), rows.getLong(2));
                }
            }
            if (!mariaDb) {
                try (ResultSet row = statement.executeQuery(WhyStatements.WHY_HISTORY_LENGTH_MYSQL)) {
                    if (row.next()) {
                        status.put(HISTORY, row.getLong(1));
                    }
                }
            }
        }
        return status;
    }
}

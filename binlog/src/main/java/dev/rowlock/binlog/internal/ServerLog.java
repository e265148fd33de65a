package dev.rowlock.binlog.internal;

import dev.rowlock.binlog.LogAddress;
import dev.rowlock.binlog.LogPosition;
import dev.rowlock.binlog.Refusal;
import dev.rowlock.binlog.Refusal.Reason;
import dev.rowlock.binlog.internal.event.Watched.LetterCase;
import dev.rowlock.binlog.internal.sql.LogStatements;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.ServerFacts;
import dev.rowlock.mysql.ServerFamily;
import dev.rowlock.mysql.table.AccountName;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the server's binary log is, asked over JDBC. Immutable.
 *
 * @param clockOffset the server's clock minus this process's
 * @param grant the statement that gives the account what reading the log needs
 */
public record ServerLog(
        ServerFacts facts, String format, LetterCase letterCase, long serverId, Duration clockOffset, String grant) {

    public static ServerLog read(Connection connection, LogAddress address) throws SQLException {
        ServerFacts facts = ServerFacts.read(connection, Clock.systemUTC());
        Map<String, String> settings = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(LogStatements.LOG_SETTINGS)) {
            while (rows.next()) {
                settings.put(rows.getString(1).toLowerCase(Locale.ROOT), rows.getString(2));
            }
        }
        return new ServerLog(
                facts,
                settings.getOrDefault("binlog_format", "ROW"),
                settings.getOrDefault("lower_case_table_names", "0").equals("0")
                        ? LetterCase.SENSITIVE
                        : LetterCase.IGNORED,
                Long.parseLong(settings.getOrDefault("server_id", "0")),
                facts.clockOffset(),
                grant(facts, address));
    }

    private static String grant(ServerFacts facts, LogAddress address) {
        String account = facts.account().startsWith(address.user() + "@") ? facts.account() : address.user() + "@%";
        String position = facts.family() == ServerFamily.MARIADB ? "BINLOG MONITOR" : "REPLICATION CLIENT";
        return "GRANT REPLICATION SLAVE, " + position + " ON *.* TO " + AccountName.quoted(account);
    }

    /** What stands in the way, as far as settings tell. */
    public Optional<Refusal> refusal() {
        if (!facts.binaryLog()) {
            return Optional.of(new Refusal(
                    Reason.NO_BINARY_LOG,
                    "the server writes no binary log",
                    facts.family() == ServerFamily.MARIADB
                            ? "start it with log_bin in its configuration"
                            : "start it without skip-log-bin, or with log_bin, in its configuration"));
        }
        if (!format.equalsIgnoreCase("ROW")) {
            return Optional.of(new Refusal(
                    Reason.FORMAT_NOT_ROW,
                    "the server's binary log may hold statements instead of rows: binlog_format is " + format,
                    "SET GLOBAL binlog_format = 'ROW', then reconnect every client"));
        }
        return Optional.empty();
    }

    public Refusal missingRight(String said) {
        return new Refusal(Reason.MISSING_RIGHT, "the account may not read the binary log (" + said + ")", grant);
    }

    /**
     * Where the log ends now: everything that commits from now on is behind it.
     *
     * @throws SQLException 1227 when the right is missing
     */
    public Optional<LogPosition> end(Connection connection) throws SQLException {
        boolean newer = facts.family() == ServerFamily.MYSQL && facts.version().atLeast(8, 2, 0);
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(newer ? LogStatements.LOG_END : LogStatements.LOG_END_OLDER)) {
            return row.next() ? Optional.of(new LogPosition(row.getString(1), row.getLong(2))) : Optional.empty();
        }
    }

    static boolean isMissingRight(int errorNumber) {
        return errorNumber == ServerError.ER_SPECIFIC_ACCESS_DENIED_ERROR
                || errorNumber == ServerError.ER_ACCESS_DENIED_ERROR
                || errorNumber == ServerError.ER_DBACCESS_DENIED_ERROR;
    }
}

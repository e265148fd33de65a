package dev.rowlock.mysql;

import dev.rowlock.mysql.internal.sql.FactStatements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What Rowlock needs to know of a server and of one session on it, read once at start. Immutable.
 *
 * @param family MySQL, MariaDB or TiDB
 * @param version the version, comparable
 * @param isolation the session's isolation level as the server names it, such as {@code REPEATABLE-READ}
 * @param binaryLog whether changes are written to a binary log
 * @param binaryLogFormat {@code ROW}, {@code MIXED} or {@code STATEMENT}; statements with SKIP LOCKED are unsafe under the last (A10)
 * @param snapshotIsolation MariaDB's {@code innodb_snapshot_isolation}: error 1020 under REPEATABLE READ (facts 3.2)
 * @param maxAllowedPacket bytes in one statement
 * @param readOnly {@code read_only} or {@code super_read_only}
 * @param lockWaitTimeout {@code innodb_lock_wait_timeout}
 * @param deadlockDetect whether deadlocks are found at once; if not, they end as lock wait timeouts
 * @param timeZone the session's time zone, {@code SYSTEM} resolved to the system's name
 * @param clockOffset the server's clock minus this process's
 * @param account {@code user@host} as the server matched it
 * @param schema the connection's schema
 * @param connectionId the session's id
 * @param grants what {@code SHOW GRANTS} prints, a line each, without the hash of the password that MariaDB prints with it
 */
public record ServerFacts(
        ServerFamily family,
        ServerVersion version,
        String isolation,
        boolean binaryLog,
        String binaryLogFormat,
        boolean snapshotIsolation,
        long maxAllowedPacket,
        boolean readOnly,
        Duration lockWaitTimeout,
        boolean deadlockDetect,
        String timeZone,
        Duration clockOffset,
        String account,
        Optional<String> schema,
        long connectionId,
        List<String> grants) {

    private static final Pattern SECRET = Pattern.compile("\\b(PASSWORD|USING|AS) '[^']*'");

    public ServerFacts {
        grants = List.copyOf(grants);
    }

    /**
     * Reads the facts: three statements, no locks, any account may.
     *
     * @param clock this process's clock, against which the server's is compared
     */
    public static ServerFacts read(Connection connection, Clock clock) throws SQLException {
        Map<String, String> variables = new HashMap<>();
        try (Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery(FactStatements.FACT_VARIABLES)) {
                while (rows.next()) {
                    variables.put(rows.getString(1).toLowerCase(Locale.ROOT), rows.getString(2));
                }
            }
            List<String> grants = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery(FactStatements.FACT_GRANTS)) {
                while (rows.next()) {
                    grants.add(SECRET.matcher(rows.getString(1)).replaceAll("$1 '...'"));
                }
            }
            Instant before = clock.instant();
            try (ResultSet row = statement.executeQuery(FactStatements.FACT_SESSION)) {
                row.next();
                Instant after = clock.instant();
                Instant middle = before.plus(Duration.between(before, after).dividedBy(2));
                Instant server = Instant.EPOCH.plus(row.getLong(4), ChronoUnit.MICROS);
                return of(
                        new Variables(variables),
                        grants,
                        Duration.between(middle, server),
                        row.getString(1),
                        Optional.ofNullable(row.getString(2)),
                        row.getLong(3));
            }
        }
    }

    private static ServerFacts of(
            Variables variables,
            List<String> grants,
            Duration clockOffset,
            String account,
            Optional<String> schema,
            long connectionId) {
        String versionText = variables.text("version", "");
        String zone = variables.text("time_zone", "SYSTEM");
        return new ServerFacts(
                family(versionText + " " + variables.text("version_comment", "")),
                ServerVersion.parse(versionText),
                variables.text("transaction_isolation", variables.text("tx_isolation", "unknown")),
                variables.on("log_bin", false),
                variables.text("binlog_format", "ROW"),
                variables.on("innodb_snapshot_isolation", false),
                variables.number("max_allowed_packet", 1 << 20),
                variables.on("read_only", false) || variables.on("super_read_only", false),
                Duration.ofSeconds(variables.number("innodb_lock_wait_timeout", 50)),
                variables.on("innodb_deadlock_detect", true),
                zone.equals("SYSTEM") ? variables.text("system_time_zone", "SYSTEM") : zone,
                clockOffset,
                account,
                schema,
                connectionId,
                grants);
    }

    private static ServerFamily family(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.contains("tidb")) {
            return ServerFamily.TIDB;
        }
        return lower.contains("mariadb") ? ServerFamily.MARIADB : ServerFamily.MYSQL;
    }

    /**
     * Refuses servers on which the claim protocol cannot work.
     *
     * @throws ConfigurationException when SKIP LOCKED or NOWAIT is missing or does nothing, or replication cannot carry the statements
     */
    public ServerFacts requireSupported() {
        boolean tooOld = family == ServerFamily.MARIADB ? !version.atLeast(10, 6, 0) : !version.atLeast(8, 0, 1);
        if (family == ServerFamily.TIDB) {
            throw new ConfigurationException(
                    "this server is TiDB (" + version
                            + "): it accepts SKIP LOCKED and takes no lock, so two workers would get the same row; use MySQL 8.0+ or MariaDB 10.6+");
        }
        if (tooOld) {
            throw new ConfigurationException(
                    "the server is " + version + ", which has no SKIP LOCKED; use MySQL 8.0+ or MariaDB 10.6+");
        }
        if (binaryLog && binaryLogFormat.equals("STATEMENT")) {
            throw new ConfigurationException(
                    "the server writes its binary log as statements, and a claim with SKIP LOCKED would take other rows on a"
                            + " replica (A10); READ COMMITTED cannot write at all there (error 1665): SET GLOBAL binlog_format = 'ROW', then reconnect");
        }
        return this;
    }

    /** Variables by name, with defaults for what a server does not have. */
    private record Variables(Map<String, String> values) {
        String text(String name, String otherwise) {
            return values.getOrDefault(name, otherwise);
        }

        boolean on(String name, boolean otherwise) {
            String value = values.get(name);
            return value == null ? otherwise : value.equals("ON") || value.equals("1");
        }

        long number(String name, long otherwise) {
            String value = values.get(name);
            return value == null ? otherwise : Long.parseLong(value);
        }
    }
}

package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.doctor.DoctorSettings;
import dev.rowlock.diagnose.internal.sql.DoctorStatements;
import dev.rowlock.mysql.ServerFacts;
import dev.rowlock.mysql.ServerFamily;
import dev.rowlock.mysql.table.Call;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The doctor's session: what is known of the server from the start, and a way to ask it under a time limit. Each statement commits
 * itself, so no snapshot is held. {@link #close} gives the session back as it came. For one thread.
 */
public final class Visit implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Visit.class);

    private final Connection connection;
    private final DoctorSettings settings;
    private final ServerFacts facts;
    private final Map<String, String> variables;
    private final Map<String, String> status;
    private final String limitsBefore;
    private final boolean autoCommitBefore;

    private Visit(
            Connection connection,
            DoctorSettings settings,
            ServerFacts facts,
            Map<String, String> variables,
            Map<String, String> status,
            String limitsBefore,
            boolean autoCommitBefore) {
        this.connection = connection;
        this.settings = settings;
        this.facts = facts;
        this.variables = variables;
        this.status = status;
        this.limitsBefore = limitsBefore;
        this.autoCommitBefore = autoCommitBefore;
    }

    /** Reads what the server is, and limits the session; facts are read first, since the limits are not the user's. */
    public static Visit begin(Connection connection, DoctorSettings settings) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        if (!autoCommit) {
            connection.setAutoCommit(true);
        }
        ServerFacts facts = ServerFacts.read(connection, settings.clock());
        boolean mariaDb = facts.family() == ServerFamily.MARIADB;
        try (Statement statement = connection.createStatement()) {
            String before;
            try (ResultSet row =
                    statement.executeQuery(mariaDb ? DoctorStatements.LIMITS_MARIADB : DoctorStatements.LIMITS_MYSQL)) {
                row.next();
                before = DoctorStatements.limits(facts.family(), row.getString(1), row.getLong(2), row.getLong(3));
            }
            long seconds = settings.statementLimit().toSeconds();
            String limit = mariaDb ? Long.toString(seconds) : Long.toString(seconds * 1_000);
            long wait = Math.max(1, seconds / 2); // so that a wait ends as a wait, and says so
            statement.execute(DoctorStatements.limits(facts.family(), limit, wait, wait));
            Map<String, String> variables = pairs(statement, DoctorStatements.SERVER_VARIABLES);
            Map<String, String> status = pairs(statement, DoctorStatements.SERVER_STATUS);
            return new Visit(connection, settings, facts, variables, status, before, autoCommit);
        }
    }

    private static Map<String, String> pairs(Statement statement, String sql) throws SQLException {
        Map<String, String> pairs = new HashMap<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                pairs.put(rows.getString(1).toLowerCase(Locale.ROOT), rows.getString(2));
            }
        }
        return pairs;
    }

    DoctorSettings settings() {
        return settings;
    }

    ServerFacts facts() {
        return facts;
    }

    boolean isMariaDb() {
        return facts.family() == ServerFamily.MARIADB;
    }

    /** The connection's own schema. */
    Optional<String> schema() {
        return facts.schema();
    }

    /** A global variable, by its name in lower case; empty where the server has none of that name. */
    Optional<String> variable(String name) {
        return Optional.ofNullable(variables.get(name));
    }

    /** Whether a global variable is on; false where the server has none of that name. */
    boolean isOn(String name) {
        return variable(name)
                .filter(value -> value.equalsIgnoreCase("ON") || value.equals("1"))
                .isPresent();
    }

    /** A global counter or state, by its name in lower case. */
    Optional<String> status(String name) {
        return Optional.ofNullable(status.get(name));
    }

    /** A global counter; 0 where the server has none of that name. */
    long counter(String name) {
        return status(name).map(Long::parseLong).orElse(0L);
    }

    /** Asks with each {@code ?} bound to the parameter in its place. */
    <T> List<T> ask(String sql, Call.RowReader<T> reader, Object... parameters) throws SQLException {
        Call call = new Call(connection, sql);
        for (Object parameter : parameters) {
            call.with(parameter);
        }
        return call.query(reader);
    }

    /** A statement of which the caller binds the parameters. */
    Call call(String sql) {
        return new Call(connection, sql);
    }

    /**
     * Asks in words that are not ours, such as an EXPLAIN of somebody's statement: a question mark in them is a question mark, and nothing
     * that the server evaluates for them can write.
     */
    <T> List<T> askAsIs(String sql, Call.RowReader<T> reader) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(DoctorStatements.BEGIN_READ_ONLY);
            try (ResultSet row = statement.executeQuery(sql)) {
                List<T> rows = new ArrayList<>();
                while (row.next()) {
                    rows.add(reader.read(row));
                }
                return rows;
            } finally {
                statement.execute(DoctorStatements.END_READ_ONLY);
            }
        }
    }

    Connection connection() {
        return connection;
    }

    @Override
    public void close() {
        try (Statement statement = connection.createStatement()) {
            statement.execute(limitsBefore);
            if (!autoCommitBefore) {
                connection.setAutoCommit(false);
            }
        } catch (SQLException e) {
            log.debug("session not restored reason=\"{}\"", e.getMessage());
        }
    }
}

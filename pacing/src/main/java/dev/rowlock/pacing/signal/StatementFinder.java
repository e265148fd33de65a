package dev.rowlock.pacing.signal;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.TableName;
import dev.rowlock.pacing.internal.sql.SignalStatements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds statements in the server's statistics (MySQL 8.0 and later): by their text, those that write a table, or a schema's COMMITs. Each question reads the summary
 * once; locks nothing. Needs SELECT on performance_schema.
 */
public final class StatementFinder {
    private static final Pattern DIGEST = Pattern.compile("[0-9a-fA-F]{64}");
    private static final String GRANT = "GRANT SELECT ON performance_schema.* TO the account";

    private final Connection connection;

    /** On the caller's connection, which is not closed. */
    public StatementFinder(Connection connection) {
        this.connection = connection;
    }

    /**
     * The statement a user means: its text with {@code ?} or {@code :name} for parameters, its digest's text, or its digest. Ran it in several
     * schemas, the busiest is taken, the connection's own before others.
     *
     * @throws ConfigurationException when the server keeps no histograms, cannot read the text, or has never run the statement
     */
    public StatementKey resolve(String statement) {
        requireCounted();
        String text = statement.strip();
        Optional<String> digest = DIGEST.matcher(text).matches() ? Optional.of(text) : digestOf(text);
        List<StatementKey> places = digest.isPresent()
                ? ask(SignalStatements.DIGEST_PLACES, digest.get())
                : ask(SignalStatements.DIGEST_PLACES_BY_TEXT, text);
        String own = schema();
        return places.stream()
                .min(Comparator.comparingInt(key -> own.equals(key.schemaOrNull()) ? 0 : 1))
                .orElseThrow(() -> new ConfigurationException(
                        digest.isPresent()
                                ? "this server has not run the statement since its start: " + text
                                        + "; let online traffic run, or give another statement as the guard"
                                : "the server cannot read the statement: " + text
                                        + "; write it as the application sends it, with ? for each parameter"));
    }

    /** The digest of a text; empty when the server cannot parse it. For the batch's own statements, too. */
    public Optional<String> digestOf(String statement) {
        try (PreparedStatement prepared = connection.prepareStatement(SignalStatements.DIGEST_OF_TEXT)) {
            prepared.setString(1, Placeholders.filled(statement));
            try (ResultSet row = prepared.executeQuery()) {
                return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
            }
        } catch (SQLException unreadable) {
            if (unreadable.getErrorCode() == 0 || ServerError.isAccessDenied(unreadable.getErrorCode())) {
                throw StoreException.of(unreadable);
            }
            return Optional.empty();
        }
    }

    /**
     * The statements that wrote a table within the last hour, the busiest first.
     *
     * @param excluded digests that are not online traffic: the batch's own
     * @param most how many at most
     */
    public List<StatementKey> writersOf(TableName table, Set<String> excluded, int most) {
        requireCounted();
        String quoted = table.table().quoted();
        String pattern = "%" + quoted.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
        String schema = table.schema().map(name -> name.name()).orElseGet(this::schema);
        List<StatementKey> found = new ArrayList<>();
        for (StatementKey key : ask(SignalStatements.DIGEST_BY_TABLE, pattern)) {
            if (found.size() < most
                    && !excluded.contains(key.digest())
                    && WrittenTable.isWrittenBy(key, schema, table.table())) {
                found.add(key);
            }
        }
        return found;
    }

    /**
     * The COMMIT of sessions whose schema this is, as drivers send it; empty when none came lately. An autocommit session sends none, and the batch's own are another
     * statement ({@link dev.rowlock.mysql.CommitForm#APART}).
     *
     * @param schemaOrNull the sessions' default schema, such as that of a statement found; {@code null} for sessions without one
     * @param within how long ago at most
     */
    public Optional<StatementKey> commitsIn(@Nullable String schemaOrNull, Duration within) {
        requireCounted();
        return digestOf(SignalStatements.ONLINE_COMMIT).stream()
                .flatMap(digest ->
                        ask(SignalStatements.DIGEST_IN_SCHEMA, schemaOrNull, digest, Long.toString(within.toSeconds()))
                                .stream())
                .findFirst();
    }

    private void requireCounted() {
        try (PreparedStatement prepared = connection.prepareStatement(SignalStatements.DIGEST_COUNTED);
                ResultSet row = prepared.executeQuery()) {
            row.next();
            if (row.getInt(1) == 0) {
                throw noHistograms();
            }
            if (!"YES".equals(row.getString(2))) {
                throw new ConfigurationException(
                        "the server does not count statements: " + SignalStatements.CONSUMERS_ON);
            }
        } catch (SQLException failed) {
            throw wrapped(failed);
        }
    }

    private List<StatementKey> ask(String statement, @Nullable String... parameters) {
        try (PreparedStatement prepared = connection.prepareStatement(statement)) {
            for (int i = 0; i < parameters.length; i++) {
                prepared.setString(i + 1, parameters[i]);
            }
            try (ResultSet rows = prepared.executeQuery()) {
                List<StatementKey> keys = new ArrayList<>();
                while (rows.next()) {
                    keys.add(new StatementKey(rows.getString(1), rows.getString(2), rows.getString(3)));
                }
                return keys;
            }
        } catch (SQLException failed) {
            throw wrapped(failed);
        }
    }

    private String schema() {
        try {
            String catalog = connection.getCatalog();
            return catalog == null ? "" : catalog;
        } catch (SQLException failed) {
            throw StoreException.of(failed);
        }
    }

    private static RuntimeException wrapped(SQLException failed) {
        return switch (failed.getErrorCode()) {
            case ServerError.ER_TABLEACCESS_DENIED_ERROR, ServerError.ER_DBACCESS_DENIED_ERROR ->
                new ConfigurationException("statement statistics need a right: " + GRANT, failed);
            case ServerError.ER_NO_SUCH_TABLE -> noHistograms();
            default -> StoreException.of(failed);
        };
    }

    private static ConfigurationException noHistograms() {
        return new ConfigurationException(
                "this server keeps no histograms of statements (MariaDB has none; MySQL needs performance_schema=ON at its start):"
                        + " guard with a canary write or with the application's own timer");
    }
}

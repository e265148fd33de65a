package dev.rowlock.queue.internal;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.SchemaState;
import dev.rowlock.queue.internal.sql.SchemaStatements;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the numbered files in {@code schema/}, each once and in order. They are named as Flyway wants them and note themselves in
 * {@code rowlock_schema}, so that Flyway or a person may apply them as well. Thread-safe.
 */
public final class Migrations {
    private static final Logger log = LoggerFactory.getLogger(Migrations.class);

    /** One file. */
    private record Migration(int version, String description, String text) {
        /** Its statements, without comments. No statement of ours has a semicolon inside. */
        List<String> statements() {
            String bare =
                    text.lines().filter(line -> !line.strip().startsWith("--")).collect(Collectors.joining("\n"));
            return Arrays.stream(bare.split(";", -1))
                    .map(String::strip)
                    .filter(statement -> !statement.isEmpty())
                    .toList();
        }

        String title() {
            return "V" + version + " " + description;
        }
    }

    private static final int LOCK_SECONDS = 60;

    private final Transactions transactions;

    public Migrations(Transactions transactions) {
        this.transactions = transactions;
    }

    private static List<Migration> all() {
        return List.of(new Migration(1, "queue", read("V1__queue.sql")));
    }

    private static String read(String file) {
        String path = "/dev/rowlock/queue/schema/" + file;
        try (InputStream in = Migrations.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException(path + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String script() {
        return all().stream()
                .map(migration -> "-- " + migration.title() + "\n" + migration.text())
                .collect(Collectors.joining("\n"));
    }

    public SchemaState state() {
        int version = transactions.inTransaction(Isolation.READ_COMMITTED, Migrations::version);
        return new SchemaState(version, List.of(), titles(pending(version)));
    }

    public SchemaState migrate() {
        SchemaState before = state();
        if (before.pending().isEmpty()) {
            return before;
        }
        try (Connection connection = transactions.dataSource().getConnection()) {
            return lockedMigrate(connection);
        } catch (SQLException e) {
            throw StoreException.of(e);
        }
    }

    private static SchemaState lockedMigrate(Connection connection) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        connection.setAutoCommit(true);
        String lock =
                "rowlock:migrate:" + Integer.toHexString(schemaName(connection).hashCode());
        boolean locked = new Call(connection, SchemaStatements.MIGRATION_LOCK)
                .with(lock)
                .with(LOCK_SECONDS)
                .query(row -> row.getBoolean(1))
                .get(0);
        if (!locked) {
            throw new ConfigurationException(
                    "another process has been migrating the queue's tables for a minute: see SHOW PROCESSLIST for what it waits for");
        }
        try {
            return apply(connection);
        } finally {
            new Call(connection, SchemaStatements.MIGRATION_UNLOCK).with(lock).query(row -> row.getBoolean(1));
            connection.setAutoCommit(autoCommit);
        }
    }

    private static SchemaState apply(Connection connection) throws SQLException {
        List<String> applied = new ArrayList<>();
        for (Migration migration : pending(version(connection))) {
            for (String statement : migration.statements()) {
                execute(connection, statement);
            }
            applied.add(migration.title());
            log.info("rowlock schema migrated version={} description={}", migration.version(), migration.description());
        }
        return new SchemaState(version(connection), applied, List.of());
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String schemaName(Connection connection) throws SQLException {
        String name = new Call(connection, SchemaStatements.SCHEMA_NAME)
                .query(row -> String.valueOf(row.getString(1)))
                .get(0);
        if (name.equals("null")) {
            throw new ConfigurationException(
                    "the JDBC URL names no schema: add it after the port, jdbc:mysql://host:3306/shop");
        }
        return name;
    }

    private static int version(Connection connection) throws SQLException {
        int tables = number(connection, SchemaStatements.VERSION_TABLE);
        return tables == 0 ? 0 : number(connection, SchemaStatements.VERSION_READ);
    }

    private static int number(Connection connection, String query) throws SQLException {
        return new Call(connection, query).query(row -> row.getInt(1)).get(0);
    }

    private static List<Migration> pending(int version) {
        return all().stream().filter(migration -> migration.version() > version).toList();
    }

    private static List<String> titles(List<Migration> migrations) {
        return migrations.stream().map(Migration::title).toList();
    }
}

package dev.rowlock.queue.internal.schema;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.SchemaState;
import dev.rowlock.queue.internal.sql.SchemaStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the tables to the newest version. What the tables are at is what the files noted themselves, whoever ran them: Flyway for us, the application's
 * own Flyway, a person. So a start that finds nothing to do asks two questions and does not touch Flyway. Thread-safe.
 */
public final class Upgrade {
    private static final Logger log = LoggerFactory.getLogger(Upgrade.class);

    private final Transactions transactions;
    private final Migrations migrations;

    public Upgrade(Transactions transactions, Migrations migrations) {
        this.transactions = transactions;
        this.migrations = migrations;
    }

    public SchemaState state() {
        int version = version();
        return new SchemaState(version, List.of(), migrations.pending(version));
    }

    public SchemaState migrate() {
        SchemaState before = state();
        if (before.pending().isEmpty()) {
            return before;
        }
        requireSchema();
        List<String> applied;
        try (Patience ignored = Patience.start()) {
            applied = FlywayRun.migrate(transactions, migrations, before.version());
        } catch (NoClassDefFoundError e) {
            throw new ConfigurationException(
                    "Flyway is not there (" + e.getMessage()
                            + "): add org.flywaydb:flyway-mysql, or run the statements of Schema.script()",
                    e);
        }
        SchemaState after = new SchemaState(version(), applied, List.of());
        if (after.version() < migrations.newest()) {
            throw new ConfigurationException("the table " + SchemaStatements.HISTORY + " says that migration "
                    + migrations.newest() + " was applied, and rowlock_schema says " + after.version()
                    + ": if the queue's tables were dropped, drop " + SchemaStatements.HISTORY
                    + " as well and migrate again");
        }
        applied.forEach(title -> log.info("rowlock schema migrated migration=\"{}\"", title));
        return after;
    }

    private void requireSchema() {
        String name = transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> new Call(connection, SchemaStatements.SCHEMA_NAME)
                        .query(row -> String.valueOf(row.getString(1)))
                        .get(0),
                ReadBack.nothingWritten());
        if (name.equals("null")) {
            throw new ConfigurationException(
                    "the JDBC URL names no schema: add it after the port, jdbc:mysql://host:3306/shop");
        }
    }

    private int version() {
        return transactions.inTransaction(Isolation.READ_COMMITTED, Upgrade::version, ReadBack.nothingWritten());
    }

    private static int version(Connection connection) throws SQLException {
        int tables = number(connection, SchemaStatements.VERSION_TABLE);
        return tables == 0 ? 0 : number(connection, SchemaStatements.VERSION_READ);
    }

    private static int number(Connection connection, String query) throws SQLException {
        return new Call(connection, query).query(row -> row.getInt(1)).get(0);
    }
}

package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.internal.schema.Migrations;
import dev.rowlock.queue.internal.schema.Upgrade;
import javax.sql.DataSource;

/**
 * The tables of the queue, in the schema that connections stand in. Migrations are numbered and never edited; each may be run again, so a
 * process that dies in one leaves nothing that the next cannot finish. Flyway applies them, with the history table {@code
 * rowlock_schema_history}; an application's own Flyway, or a person, may do so instead. Thread-safe.
 */
public final class Schema {
    private Schema() {}

    /**
     * Brings the tables up to date. Any number of processes may do so at once: one does it, the others wait for it.
     *
     * <p>Locks: a named lock of the server while it works; the locks of CREATE TABLE. When nothing is to be done, it takes none and asks two
     * questions. After a crash here, the next call runs the file again that was not finished. One connection is enough.
     *
     * @return where the schema is now, and what this call did to it
     * @throws ConfigurationException when a migration was edited after it was applied, or Flyway is not on the class path
     */
    public static SchemaState migrate(DataSource dataSource) {
        return new Upgrade(Transactions.of(dataSource), Migrations.ours()).migrate();
    }

    /** What {@link #migrate} would do, without doing it. */
    public static SchemaState state(DataSource dataSource) {
        return new Upgrade(Transactions.of(dataSource), Migrations.ours()).state();
    }

    /** All migrations as plain SQL, for those who run their own. */
    public static String script() {
        return Migrations.ours().script();
    }

    /** Refuses a schema that is not up to date. */
    static void require(Transactions transactions) {
        SchemaState state = new Upgrade(transactions, Migrations.ours()).state();
        if (!state.pending().isEmpty()) {
            throw new ConfigurationException(
                    "the queue's tables are at version " + state.version() + ", and this needs "
                            + (state.version() + state.pending().size())
                            + ": call Schema.migrate(dataSource), or run the statements of Schema.script()");
        }
    }
}

package dev.rowlock.queue.internal.schema;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.sql.SchemaStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.jspecify.annotations.Nullable;

/**
 * Has Flyway apply the migrations. One process does it, the others wait for its lock (a named lock of the server) and then find them applied. When a
 * process is killed in the middle, nothing is noted and the next runs the file again from its first statement, which is harmless.
 */
final class FlywayRun {
    /** A run that another's failure or a moment's trouble spoiled is repeated. */
    private static final int RUNS = 3;

    private FlywayRun() {}

    /** What this call applied, in order. */
    static List<String> migrate(Transactions transactions, Migrations migrations, int version) {
        Flyway flyway = flyway(transactions, migrations, version);
        for (int run = 1; ; run++) {
            transactions.inTransaction(Isolation.READ_COMMITTED, FlywayRun::forgetFailures);
            try {
                return flyway.migrate().migrations.stream()
                        .map(done -> "V" + done.version + " " + done.description)
                        .toList();
            } catch (FlywayException e) {
                if (run == RUNS || !mayHelpToRunAgain(e)) {
                    throw failure(e);
                }
            }
        }
    }

    /** A table of its own and no scanning, so that it does not meet the application's Flyway, its files or its settings. */
    private static Flyway flyway(Transactions transactions, Migrations migrations, int version) {
        return Flyway.configure(FlywayRun.class.getClassLoader())
                .dataSource(transactions.dataSource())
                .table(SchemaStatements.HISTORY)
                .resourceProvider(new MigrationResources(migrations))
                .javaMigrationClassProvider(List::of)
                .skipDefaultCallbacks(true)
                .placeholderReplacement(false)
                .createSchemas(false)
                .cleanDisabled(true)
                // The schema has the application's tables, and perhaps ours by somebody else's hand.
                .baselineOnMigrate(true)
                .baselineVersion(Integer.toString(version))
                .baselineDescription("before rowlock")
                .load();
    }

    /** Flyway notes a file whose statement was refused and from then on refuses all; the file may be run again. */
    private static int forgetFailures(Connection connection) throws SQLException {
        int there = new Call(connection, SchemaStatements.HISTORY_TABLE)
                .query(row -> row.getInt(1))
                .get(0);
        return there == 0 ? 0 : new Call(connection, SchemaStatements.HISTORY_FORGET_FAILED).update();
    }

    private static boolean mayHelpToRunAgain(FlywayException e) {
        return !(e instanceof FlywayValidateException)
                && refusal(e).map(sql -> Failure.of(sql).retryable()).orElse(true);
    }

    private static RuntimeException failure(FlywayException e) {
        String what = "the queue's tables could not be migrated: ";
        Optional<SQLException> refusal = refusal(e);
        if (refusal.isPresent()) {
            StoreException store = StoreException.of(refusal.get());
            return new StoreException(store.failure(), what + store.getMessage(), refusal.get());
        }
        return new ConfigurationException(what + oneLine(e.getMessage()), e);
    }

    private static Optional<SQLException> refusal(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                return Optional.of(sql);
            }
        }
        return Optional.empty();
    }

    private static String oneLine(@Nullable String message) {
        return String.valueOf(message).strip().replaceAll("\\s*\\R\\s*", " ");
    }
}

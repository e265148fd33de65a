package dev.rowlock.testing.internal;

import dev.rowlock.testing.Driver;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import dev.rowlock.testing.internal.sql.KitStatements;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** The schema of one run of a test, from its creation to its end. */
final class Session {
    private final TestServer server;
    private final Sharing sharing;
    private final TestDatabase database;
    private final TrackedDataSource dataSource;
    private final ThreadLeaks threads;

    private Session(
            TestServer server,
            Sharing sharing,
            TestDatabase database,
            TrackedDataSource dataSource,
            ThreadLeaks threads) {
        this.server = server;
        this.sharing = sharing;
        this.database = database;
        this.dataSource = dataSource;
        this.threads = threads;
    }

    static Session begin(TestServer server, Driver driver, Sharing sharing) {
        String schema = "test_"
                + UUID.randomUUID().toString().replace("-", "").substring(0, 12).toLowerCase(Locale.ROOT);
        try {
            new Sql(driver, server.address().url(driver, "")).execute(KitStatements.SCHEMA_CREATE.formatted(schema));
            TrackedDataSource dataSource =
                    new TrackedDataSource(driver, server.address().url(driver, schema));
            TestDatabase database = new TestDatabase(server, driver, sharing, schema, dataSource);
            return new Session(server, sharing, database, dataSource, ThreadLeaks.begin());
        } catch (RuntimeException failed) {
            if (sharing == Sharing.DEDICATED) {
                server.close();
            }
            throw failed;
        }
    }

    TestDatabase database() {
        return database;
    }

    /** Fails when the test left something behind; the schema goes in any case. */
    void end() {
        List<String> leaks = new ArrayList<>(dataSource.describeLeft());
        if (sharing == Sharing.DEDICATED) {
            // First of all: whoever waits for a frozen server, in this JVM or in the driver, wakes up when it is gone.
            server.close();
            dataSource.closeLeft();
        } else {
            Sql admin = new Sql(database.driver(), server.address().url(database.driver(), ""));
            ServerLeaks onServer = new ServerLeaks(admin, database.schema());
            if (!leaks.isEmpty()) {
                leaks.addAll(onServer.openTransactions());
            }
            dataSource.closeLeft();
            leaks.addAll(onServer.find());
            admin.execute(KitStatements.SCHEMA_DROP.formatted(database.schema()));
        }
        leaks.addAll(threads.find());
        if (!leaks.isEmpty()) {
            throw new AssertionError("the test left behind:\n- " + String.join("\n- ", leaks));
        }
    }
}

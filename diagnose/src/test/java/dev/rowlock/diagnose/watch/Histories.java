package dev.rowlock.diagnose.watch;

import dev.rowlock.mysql.Identifier;
import dev.rowlock.testing.TestDatabase;

/** Histories in a test's own schema. */
final class Histories {
    private Histories() {}

    static DeadlockHistory of(TestDatabase database, Retention retention) {
        return new DeadlockHistory(
                database.dataSource(),
                new Identifier(database.schema()),
                retention,
                deadlock -> deadlock.transactions().toString());
    }
}

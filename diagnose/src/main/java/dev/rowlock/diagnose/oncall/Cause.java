package dev.rowlock.diagnose.oncall;

import java.util.List;
import java.util.Locale;

/** Why a table's statements are slow. */
public enum Cause {
    DEADLOCKS(Step.DEADLOCKS, "Transactions on the table roll each other back in deadlocks", "C7", "C10"),
    COLLISIONS(Step.COLLISIONS, "The batch touches rows that online traffic writes", "C2", "C8"),
    DEFINITION_LOCK(Step.LOCK_WAITS, "Sessions wait for the table's definition (a metadata lock)"),
    IDLE_TRANSACTION(
            Step.LOCK_WAITS, "An open transaction that does nothing holds rows that others wait for", "A5", "C2"),
    BATCH_HOLDS_ROWS(Step.LOCK_WAITS, "A batch holds rows that online traffic waits for", "C1", "C2"),
    LOCK_WAITS(Step.LOCK_WAITS, "Transactions on the table wait for each other's rows", "C2"),
    THREADS_RUNNING(Step.THREADS, "More statements run at once than the server can work on"),
    OLD_SNAPSHOT(Step.SNAPSHOTS, "An old snapshot keeps deleted and changed rows, and statements walk over them"),
    LONG_TRANSACTION(Step.TRANSACTIONS, "A transaction has been open for long", "A5"),
    SLOW_STATEMENT(Step.STATEMENTS, "A statement on the table got slower without waiting for locks"),
    DISK(Step.DISK, "Commits wait for the redo log or the disk"),
    TEMPORARY_TABLES(Step.TEMPORARY_TABLES, "Statements write temporary tables to disk");

    private final Step step;
    private final String headline;
    private final List<String> rules;

    Cause(Step step, String headline, String... rules) {
        this.step = step;
        this.headline = headline;
        this.rules = List.of(rules);
    }

    /** The step that found it. */
    public Step step() {
        return step;
    }

    /** In one sentence. */
    public String headline() {
        return headline;
    }

    /** The rules it is about. */
    public List<String> rules() {
        return rules;
    }

    /** The word for it in JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

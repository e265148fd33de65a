package dev.rowlock.diagnose.oncall;

import java.util.Locale;

/** What is looked at, in the order in which it decides (C10). */
public enum Step {
    DEADLOCKS("deadlocks"),
    COLLISIONS("collision rate"),
    LOCK_WAITS("lock waits"),
    THREADS("threads running"),
    SNAPSHOTS("old snapshots"),
    TRANSACTIONS("long transactions"),
    STATEMENTS("statement P99"),
    DISK("redo log and disk"),
    TEMPORARY_TABLES("temporary tables on disk");

    private final String title;

    Step(String title) {
        this.title = title;
    }

    /** In words. */
    public String title() {
        return title;
    }

    /** The word for it in JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

package dev.rowlock.cli.internal.sql;

/** What each session of the command line begins with. */
public final class SessionStatements {
    private SessionStatements() {}

    /** A write that meets a lock waits no longer than this; the server's default is 50 s. Locks: none. */
    public static final String SESSION = "SET SESSION innodb_lock_wait_timeout = 5";

    /** The same, in UTC. */
    public static final String SESSION_UTC = SESSION + ", time_zone = '+00:00'";

    /** Those of a batch, which holds rows while it waits: the shortest wait that MySQL takes. Locks: none. */
    public static final String SESSION_HASTY = "SET SESSION innodb_lock_wait_timeout = 1";
}

package dev.rowlock.queue.fault;

/** Something a client asks of the server. */
record Step(Kind kind, String sql) {
    enum Kind {
        CONNECT,
        /** What opens and closes every transaction alike. */
        FRAME,
        STATEMENT,
        /** A statement without tables, which waits for no row: named locks, settings, the clock. */
        TABLELESS,
        COMMIT,
        ROLLBACK
    }

    static final Step CONNECT = new Step(Kind.CONNECT, "connect");
    static final Step COMMIT = new Step(Kind.COMMIT, "COMMIT");
    static final Step ROLLBACK = new Step(Kind.ROLLBACK, "ROLLBACK");

    static Step autoCommit(boolean on) {
        return new Step(Kind.FRAME, "SET autocommit=" + (on ? 1 : 0));
    }

    static Step of(String sql) {
        if (sql.startsWith("SET SESSION TRANSACTION") || sql.startsWith("SET TRANSACTION")) {
            return new Step(Kind.FRAME, sql);
        }
        return new Step(sql.contains("rowlock_") || sql.contains("ours") ? Kind.STATEMENT : Kind.TABLELESS, sql);
    }
}

package dev.rowlock.cli.connect;

import dev.rowlock.cli.internal.sql.SessionStatements;

/** The time zone of our sessions. */
public enum SessionZone {
    /** The server's. */
    SERVER(SessionStatements.SESSION),
    /** UTC, in which no hour comes twice. */
    UTC(SessionStatements.SESSION_UTC);

    private final String sessionStatement;

    SessionZone(String sessionStatement) {
        this.sessionStatement = sessionStatement;
    }

    /** What a new session is prepared with. */
    String sessionStatement() {
        return sessionStatement;
    }
}

package dev.rowlock.cli.connect;

import dev.rowlock.cli.internal.sql.SessionStatements;

/** The time zone of our sessions, and with it how long their writes wait for a lock. */
public enum SessionZone {
    /** The server's. */
    SERVER(SessionStatements.SESSION),
    /** The server's, of a batch, whose writes wait no longer than a second. */
    SERVER_HASTY(SessionStatements.SESSION_HASTY),
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

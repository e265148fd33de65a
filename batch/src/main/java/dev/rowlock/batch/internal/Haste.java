package dev.rowlock.batch.internal;

import dev.rowlock.batch.internal.sql.TargetStatements;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.ServerFacts;
import dev.rowlock.mysql.ServerFamily;
import dev.rowlock.mysql.Transactions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;

/**
 * A change that gives up early when it meets a lock: while it waits it holds the chunk's rows, and online traffic waits for those. MariaDB gives up at
 * once; MySQL takes no wait of less than a second. Immutable.
 */
final class Haste {
    /** The shortest wait MySQL takes (facts 3.8). */
    static final Duration SHORTEST = Duration.ofSeconds(1);

    /** MariaDB: the lock for the next AUTO_INCREMENT value of the archive was not to be had in time. */
    private static final int ER_AUTOINC_READ_FAILED = 1467;

    private static final Set<Integer> GAVE_UP = Set.of(ServerError.ER_LOCK_WAIT_TIMEOUT, ER_AUTOINC_READ_FAILED);

    private final ServerFamily family;
    private final boolean sessionsAreHasty;

    private Haste(ServerFamily family, boolean sessionsAreHasty) {
        this.family = family;
        this.sessionsAreHasty = sessionsAreHasty;
    }

    /** As this server can, for sessions like the one whose facts these are. */
    static Haste of(ServerFacts facts) {
        return new Haste(facts.family(), facts.lockWaitTimeout().compareTo(SHORTEST) <= 0);
    }

    /** A statement that changes rows which are locked already, as it has to be sent. */
    String change(String statement) {
        return family == ServerFamily.MARIADB ? TargetStatements.TARGET_AT_ONCE + statement : statement;
    }

    /** A statement that inserts rows, as it has to be sent. */
    String copy(String statement) {
        return family == ServerFamily.MARIADB ? TargetStatements.TARGET_SOON + statement : statement;
    }

    /** Transactions whose sessions are hasty from before the first row is locked until after the last lock is given back, where the statement cannot say so. */
    Transactions of(Transactions transactions) {
        return family == ServerFamily.MARIADB || sessionsAreHasty ? transactions : transactions.lockWait(SHORTEST);
    }

    /** A change by what {@link #change} made, which tells that it gave up. */
    Change of(Change change) {
        return told(change, family == ServerFamily.MARIADB ? Waited.Counted.BY_NOBODY : Waited.Counted.BY_THE_SERVER);
    }

    /** The same by what {@link #copy} made, which waits for a moment on every server. */
    Change soon(Change change) {
        return told(change, Waited.Counted.BY_THE_SERVER);
    }

    private static Change told(Change change, Waited.Counted counted) {
        return (connection, locked, place) -> {
            try {
                return change.apply(connection, locked, place);
            } catch (SQLException e) {
                if (GAVE_UP.contains(e.getErrorCode())) {
                    throw new Waited(e, counted);
                }
                throw e;
            }
        };
    }
}

package dev.rowlock.batch.internal;

import java.sql.SQLException;

/**
 * The change of a chunk met a lock that SKIP LOCKED does not pass over, such as the gap of an index that another transaction guards, and gave up. The
 * transaction has to be rolled back; to run the same chunk again at once would meet the same lock.
 */
final class Waited extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Waited(SQLException cause) {
        super(cause.getMessage(), cause, false, false);
    }
}

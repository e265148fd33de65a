package dev.rowlock.batch.internal;

import java.sql.SQLException;

/**
 * The change of a chunk met a lock that SKIP LOCKED does not pass over, such as the gap of an index that another transaction guards, and gave up. The
 * transaction has to be rolled back; to run the same chunk again at once would meet the same lock.
 */
final class Waited extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Whether the server counts it among the waits that timed out. */
    enum Counted {
        /** It waited until its time was up. */
        BY_THE_SERVER,
        /** MariaDB: it gave up without a wait. */
        BY_NOBODY
    }

    private final Counted counted;

    Waited(SQLException cause, Counted counted) {
        super(cause.getMessage(), cause, false, false);
        this.counted = counted;
    }

    Counted counted() {
        return counted;
    }
}

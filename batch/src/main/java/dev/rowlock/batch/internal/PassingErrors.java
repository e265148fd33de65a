package dev.rowlock.batch.internal;

import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.StoreException;
import java.util.Set;

/** Which refusals pass by themselves, so that a run waits for that instead of stopping. Pure. */
final class PassingErrors {
    private static final int ER_LOCK_TABLE_FULL = 1206;

    /** Somebody altered the table under a transaction. */
    private static final int ER_TABLE_DEF_CHANGED = 1412;

    private static final int ER_NEED_REPREPARE = 1615;

    /** MariaDB: {@code max_statement_time}. */
    private static final int ER_STATEMENT_TIMEOUT = 1969;

    /** MySQL: {@code max_execution_time}. */
    private static final int ER_QUERY_TIMEOUT = 3024;

    private static final Set<Integer> PASSING = Set.of(
            ServerError.ER_QUERY_INTERRUPTED,
            ER_LOCK_TABLE_FULL,
            ER_TABLE_DEF_CHANGED,
            ER_NEED_REPREPARE,
            ER_STATEMENT_TIMEOUT,
            ER_QUERY_TIMEOUT);

    private PassingErrors() {}

    /** {@code KILL QUERY} of one chunk, for example, is no reason to end the run. */
    static boolean passes(StoreException e) {
        return e.failure() == Failure.OTHER
                ? PASSING.contains(e.errorNumber())
                : e.failure() != Failure.PACKET_TOO_LARGE;
    }
}

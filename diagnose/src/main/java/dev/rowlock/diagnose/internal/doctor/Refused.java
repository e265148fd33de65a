package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.mysql.RowlockException;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.table.AccountName;
import java.util.Set;

/** What to do about an examination that the server refused. */
final class Refused {
    /** MySQL: max_execution_time; MariaDB: max_statement_time. */
    private static final Set<Integer> TOOK_TOO_LONG = Set.of(3024, 1969);

    private Refused() {}

    static String remedy(RowlockException reason, String account) {
        if (!(reason instanceof StoreException store)) {
            return "see the message";
        }
        if (TOOK_TOO_LONG.contains(store.errorNumber())) {
            return "run the doctor again when the server is less busy";
        }
        if (store.errorNumber() == ServerError.ER_SPECIFIC_ACCESS_DENIED_ERROR) {
            return "GRANT PROCESS ON *.* TO " + AccountName.quoted(account);
        }
        if (store.errorNumber() == ServerError.ER_LOCK_WAIT_TIMEOUT) {
            return "somebody changes the table's definition: look again when that is done";
        }
        return ServerError.isAccessDenied(store.errorNumber())
                ? "give " + AccountName.quoted(account) + " the right that the message names"
                : "see the message";
    }
}

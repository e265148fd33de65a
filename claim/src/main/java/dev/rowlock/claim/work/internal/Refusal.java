package dev.rowlock.claim.work.internal;

import dev.rowlock.mysql.ErrorCode;
import dev.rowlock.mysql.RowlockException;
import dev.rowlock.mysql.StoreException;

/** Whether a failed statement says something of the server, or of a row in it. */
enum Refusal {
    /** Whatever is sent now would fail as well, or the same again may succeed: wait and repeat all of it. */
    OF_THE_MOMENT,
    /** One of the rows may be the reason, such as a trigger or a foreign key that refuses it: find it, so that the others can go on. */
    OF_A_ROW;

    static Refusal of(RuntimeException e) {
        if (e instanceof StoreException store) {
            if (store.code() == ErrorCode.ACCESS_DENIED) {
                return OF_THE_MOMENT;
            }
            return switch (store.failure()) {
                case LOCK_CONFLICT, DEADLOCK, CONNECTION, COMMIT_UNKNOWN, READ_ONLY -> OF_THE_MOMENT;
                case STATE_CHANGED, PACKET_TOO_LARGE, OTHER -> OF_A_ROW;
            };
        }
        return e instanceof RowlockException ? OF_THE_MOMENT : OF_A_ROW;
    }
}

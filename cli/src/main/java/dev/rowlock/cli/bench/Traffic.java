package dev.rowlock.cli.bench;

import java.sql.Connection;

/**
 * What online traffic is like. Immutable.
 *
 * @param perSecond transactions that arrive in a second, whether or not earlier ones are answered
 * @param hot share of writes that go where a batch works
 * @param statements writes in one transaction
 * @param isolation of the online sessions, as in {@link Connection}
 */
record Traffic(int perSecond, double hot, int statements, int isolation) {
    /** 320 single-row updates a second at READ COMMITTED, two in five at the batch's frontier. */
    static Traffic usual() {
        return new Traffic(320, 0.4, 1, Connection.TRANSACTION_READ_COMMITTED);
    }
}

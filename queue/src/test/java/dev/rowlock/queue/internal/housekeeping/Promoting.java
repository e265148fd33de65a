package dev.rowlock.queue.internal.housekeeping;

import dev.rowlock.mysql.Transactions;
import javax.sql.DataSource;

/** Promotes by hand, so that a test chooses the moment. */
public final class Promoting {
    private Promoting() {}

    public static void promote(DataSource dataSource) {
        new Promotion(Transactions.of(dataSource)).promote();
    }
}

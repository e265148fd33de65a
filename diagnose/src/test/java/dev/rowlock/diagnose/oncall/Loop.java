package dev.rowlock.diagnose.oncall;

import static java.sql.Connection.TRANSACTION_READ_COMMITTED;

import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A session that does the same again and again until it is closed; locks that time out or are rolled back are met by the next round. */
final class Loop implements AutoCloseable {
    private final CountDownLatch over = new CountDownLatch(1);
    private final CountDownLatch begun = new CountDownLatch(1);
    private final Thread thread;

    /** One round. */
    interface Round {
        void run(Statement statement, Loop loop) throws SQLException, InterruptedException;
    }

    Loop(TestDatabase database, String name, Round round) {
        thread = new Thread(() -> run(database, round), name);
        thread.start();
    }

    private void run(TestDatabase database, Round round) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            connection.setTransactionIsolation(TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            while (over.getCount() > 0) {
                try {
                    round.run(statement, this);
                    connection.commit();
                } catch (SQLException e) {
                    connection.rollback();
                }
                begun.countDown();
            }
        } catch (SQLException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Lets time pass in a round, as work between two statements does; ends early when the loop is closed. */
    void pause(long millis) throws InterruptedException {
        begun.countDown();
        over.await(millis, TimeUnit.MILLISECONDS);
    }

    Loop awaitFirstRound() throws InterruptedException {
        begun.await();
        return this;
    }

    @Override
    public void close() throws InterruptedException {
        over.countDown();
        thread.join();
    }
}

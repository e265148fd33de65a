package dev.rowlock.queue.fault;

import dev.rowlock.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;

/**
 * Makes faults happen, as the server makes them wherever it can be brought to.
 *
 * <ul>
 *   <li>A connection is lost: another session kills it, and the exception is what its driver says when it is used next. To lose an answer, the statement is let through
 *       first. (Answers that a network swallows are in LostCommitTest.) No connection is to be had: a port where nobody listens.
 *   <li>1213: a real deadlock. The transaction locks a row of a table of ours, whose other rows a second session has locked and changed, and the two ask for what the other
 *       has; the second is the heavier one, so the server rolls ours back, with all the queue had written in it.
 *   <li>1205 on MariaDB: the server's own, from a locking read that does not wait for the second session's row. MySQL has another number for that and waits a second at
 *       least for this one, so there the exception is made here, with nothing sent: like the real one it leaves the transaction open with all its locks.
 * </ul>
 *
 * Safe for use by several threads.
 */
final class Trouble implements AutoCloseable {
    private static final int ROWS = 6_000;

    /** Rows the second session has changed, so that it is never the one that is rolled back. */
    private static final int HEAVY = 1_500;

    /** The row it holds all the time. */
    private static final int THEIRS = 1;

    private final TestDatabase database;
    private final Line killer;
    private final Line second;
    private final ExecutorService theirs = Executors.newSingleThreadExecutor();
    private int row = HEAVY;

    private Trouble(TestDatabase database, Line killer, Line second) {
        this.database = database;
        this.killer = killer;
        this.second = second;
    }

    static Trouble with(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE trouble (id INT PRIMARY KEY, n INT NOT NULL)");
        StringBuilder rows = new StringBuilder("INSERT INTO trouble VALUES (1, 0)");
        for (int id = 2; id <= ROWS; id++) {
            rows.append(", (").append(id).append(", 0)");
        }
        database.execute(rows.toString());
        Trouble trouble = new Trouble(database, Line.of(database.connect()), Line.of(database.connect()));
        trouble.begin();
        return trouble;
    }

    private void begin() throws SQLException {
        second.connection().setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        second.connection().setAutoCommit(false);
        execute(second.connection(), "UPDATE trouble SET n = 1 WHERE id <= " + HEAVY);
    }

    /** No server is to be had. */
    Connection refuse() throws SQLException {
        return database.driver().connect(database.urlThrough(deafPort()));
    }

    private static int deafPort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills it, and waits until the server has undone what it had not committed. */
    synchronized void kill(Line line) throws SQLException {
        line.die();
        execute(killer.connection(), "KILL " + line.id());
        // MySQL's list of processes leaves a session out that has still to roll back.
        String there = database.isMariaDb()
                ? "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE ID = "
                : "SELECT COUNT(*) FROM performance_schema.threads WHERE PROCESSLIST_ID = ";
        while (number(there + line.id()) > 0) {
            Thread.onSpinWait();
        }
    }

    /** Kills it after an answer that nobody got. What the driver says. */
    SQLException lose(Line line) throws SQLException {
        kill(line);
        try {
            execute(line.connection(), "SELECT 1");
        } catch (SQLException lost) {
            return lost;
        }
        throw new IllegalStateException("a connection that was killed answers");
    }

    /** The server rolls this connection's transaction back. What it says. */
    synchronized SQLException deadlock(Connection victim) throws SQLException {
        row++;
        boolean alone = victim.getAutoCommit();
        if (alone) {
            execute(victim, "START TRANSACTION");
        }
        lock(victim, row);
        Future<?> other = theirs.submit(() -> {
            lock(second.connection(), row);
            return null;
        });
        SQLException said = refused(() -> lock(victim, THEIRS), 1213);
        await(other);
        if (alone) {
            execute(victim, "ROLLBACK"); // MariaDB's session would still be in the transaction we began for it
        }
        return said;
    }

    private static void await(Future<?> other) {
        try {
            other.get(30, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the second session did not get its row", e);
        }
    }

    /** A statement of this connection has waited for too long. What the server says. */
    SQLException lockWait(Connection connection) throws SQLException {
        if (!database.isMariaDb()) {
            return new SQLException("Lock wait timeout exceeded; try restarting transaction", "HY000", 1205);
        }
        return refused(
                () -> execute(connection, "SELECT n FROM trouble WHERE id = " + THEIRS + " FOR UPDATE NOWAIT"), 1205);
    }

    private interface Asking {
        void ask() throws SQLException;
    }

    private static SQLException refused(Asking asking, int number) throws SQLException {
        try {
            asking.ask();
        } catch (SQLException e) {
            if (e.getErrorCode() == number) {
                return e;
            }
            throw e;
        }
        throw new IllegalStateException("the server did not answer " + number);
    }

    private static void lock(Connection connection, int id) throws SQLException {
        execute(connection, "SELECT n FROM trouble WHERE id = " + id + " FOR UPDATE");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The one number a query answers with, asked on a connection that is there already. */
    synchronized long number(String query) throws SQLException {
        try (Statement statement = killer.connection().createStatement();
                ResultSet one = statement.executeQuery(query)) {
            one.next();
            return one.getLong(1);
        }
    }

    /** Waits until no other session of the schema has a lock or a transaction: those that were lost end by themselves, those that were forgotten never. */
    void awaitNothingElse() {
        String left = database.isMariaDb()
                ? "SELECT COUNT(*) FROM information_schema.INNODB_TRX t JOIN information_schema.PROCESSLIST p"
                        + " ON p.ID = t.trx_mysql_thread_id WHERE p.DB = '" + database.schema() + "' AND p.ID <> "
                        + second.id()
                : "SELECT (SELECT COUNT(*) FROM performance_schema.data_locks WHERE OBJECT_SCHEMA = '"
                        + database.schema() + "' AND OBJECT_NAME <> 'trouble')"
                        + " + (SELECT COUNT(*) FROM performance_schema.metadata_locks"
                        + " WHERE OBJECT_TYPE = 'USER LEVEL LOCK' AND OBJECT_NAME LIKE 'rowlock:%')";
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> number(left) == 0);
    }

    @Override
    public void close() throws SQLException {
        theirs.shutdown();
        second.connection().rollback();
        second.connection().close();
        killer.connection().close();
    }
}

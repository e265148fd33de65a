package dev.rowlock.mysql;

import dev.rowlock.mysql.internal.sql.TransactionStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection in a transaction, given back as it came. Used by one thread. */
final class OpenTransaction implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Transactions.class);

    private final Connection connection;
    private final boolean autoCommit;
    private final boolean impatient;
    private boolean broken;

    private OpenTransaction(Connection connection, boolean autoCommit, boolean impatient) {
        this.connection = connection;
        this.autoCommit = autoCommit;
        this.impatient = impatient;
    }

    /**
     * Takes a connection and begins; the isolation level is said unless the sessions are known to have it.
     *
     * @param lockWaitOrNull how long its statements wait for a lock; {@code null} leaves that to the session
     */
    static OpenTransaction begin(
            DataSource dataSource, SessionState sessions, @Nullable Duration lockWaitOrNull, Isolation isolation)
            throws SQLException {
        Connection connection = dataSource.getConnection();
        try {
            boolean autoCommit = connection.getAutoCommit();
            boolean leveled = sessions == SessionState.READ_COMMITTED && isolation == Isolation.READ_COMMITTED;
            if (lockWaitOrNull != null) {
                execute(
                        connection,
                        leveled
                                ? TransactionStatements.lockWait(lockWaitOrNull)
                                : TransactionStatements.lockWait(lockWaitOrNull, isolation));
            } else if (!leveled) {
                execute(connection, TransactionStatements.isolation(isolation));
            }
            if (autoCommit) {
                connection.setAutoCommit(false);
            }
            return new OpenTransaction(connection, autoCommit, lockWaitOrNull != null);
        } catch (SQLException | RuntimeException e) {
            try {
                connection.close();
            } catch (SQLException closing) {
                e.addSuppressed(closing);
            }
            throw e;
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    Connection connection() {
        return connection;
    }

    /** What came back instead of an answer, if something did. */
    @Nullable
    SQLException commit(CommitForm form) {
        try {
            if (form == CommitForm.PLAIN) {
                connection.commit();
            } else {
                execute(connection, TransactionStatements.COMMIT_APART);
            }
            return null;
        } catch (SQLException e) {
            return e;
        }
    }

    void rollback(@Nullable Throwable because) {
        if (outOfStep(because)) {
            broken = true;
            return;
        }
        try {
            connection.rollback();
        } catch (SQLException e) {
            broken = true; // closing the physical connection makes the server roll back
            if (because != null) {
                because.addSuppressed(e);
            }
        }
    }

    /**
     * MariaDB's driver may have asked the server to prepare the statement before it found it too large, and then never reads the answer:
     * the ROLLBACK would, and the next borrower would read the ROLLBACK's.
     */
    private static boolean outOfStep(@Nullable Throwable because) {
        Failure failure = because instanceof SQLException sql
                ? Failure.of(sql)
                : because instanceof StoreException store ? store.failure() : Failure.OTHER;
        return failure == Failure.PACKET_TOO_LARGE;
    }

    /** The connection is lost or may still be inside its COMMIT: the pool must not hand it out again. */
    void discard() {
        broken = true;
    }

    /** What cannot be put back goes to nobody: the next borrower must not meet a patience or an autocommit that is not its own. */
    private void restore() {
        try {
            if (autoCommit) {
                connection.setAutoCommit(true);
            }
            if (impatient) {
                execute(connection, TransactionStatements.LOCK_WAIT_BACK);
            }
        } catch (SQLException e) {
            broken = true;
            log.debug("connection not restored reason=\"{}\"", e.getMessage());
        }
    }

    @Override
    public void close() {
        try {
            if (!broken) {
                restore();
            }
            if (broken) {
                connection.abort(Runnable::run);
            }
        } catch (SQLException e) {
            log.debug("connection not aborted reason=\"{}\"", e.getMessage());
        } finally {
            try {
                connection.close();
            } catch (SQLException e) {
                log.debug("connection not closed reason=\"{}\"", e.getMessage());
            }
        }
    }
}

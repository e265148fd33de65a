package dev.rowlock.mysql;

import java.io.EOFException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The failures of a database call that a caller has to tell apart (B5). Drawn from the server's error number, never from the
 * exception's class, since the two drivers throw different classes for one number (facts 3.1, 3.2). Only where a driver has neither number nor state of its
 * own, what stands behind its exception tells a cut from the rest.
 */
public enum Failure {
    /** Another transaction holds the lock: {@code NOWAIT} met it, or the wait timed out. On 1205 the transaction is still open. */
    LOCK_CONFLICT,
    /** The row is no longer in the state the caller saw. */
    STATE_CHANGED,
    /** The server rolled the transaction back to end a deadlock or a write conflict; it can be run again from its start (B6). */
    DEADLOCK,
    /** The connection could not be made or was lost before COMMIT was sent; nothing was committed. */
    CONNECTION,
    /** The connection was lost while COMMIT was under way: it may or may not have happened. */
    COMMIT_UNKNOWN,
    /** The server takes no writes now (read_only, super_read_only, a read-only transaction, a fenced group member). */
    READ_ONLY,
    /** The statement is larger than {@code max_allowed_packet}. */
    PACKET_TOO_LARGE,
    /** Anything else. */
    OTHER;

    private static final Map<Integer, Failure> BY_NUMBER = Map.ofEntries(
            Map.entry(ServerError.ER_LOCK_NOWAIT, LOCK_CONFLICT),
            Map.entry(ServerError.ER_LOCK_WAIT_TIMEOUT, LOCK_CONFLICT),
            Map.entry(ServerError.ER_LOCK_DEADLOCK, DEADLOCK),
            Map.entry(ServerError.ER_CHECKREAD, DEADLOCK),
            Map.entry(ServerError.ER_TRANSACTION_ROLLBACK_DURING_COMMIT, DEADLOCK),
            Map.entry(ServerError.ER_CON_COUNT_ERROR, CONNECTION),
            Map.entry(ServerError.ER_SERVER_SHUTDOWN, CONNECTION),
            Map.entry(ServerError.ER_FORCING_CLOSE, CONNECTION),
            Map.entry(ServerError.ER_NEW_ABORTING_CONNECTION, CONNECTION),
            Map.entry(ServerError.ER_TOO_MANY_USER_CONNECTIONS, CONNECTION),
            Map.entry(ServerError.ER_USER_LIMIT_REACHED, CONNECTION),
            Map.entry(ServerError.ER_NET_READ_ERROR, CONNECTION),
            Map.entry(ServerError.ER_NET_READ_INTERRUPTED, CONNECTION),
            Map.entry(ServerError.ER_NET_ERROR_ON_WRITE, CONNECTION),
            Map.entry(ServerError.ER_NET_WRITE_INTERRUPTED, CONNECTION),
            Map.entry(ServerError.ER_CONNECTION_KILLED, CONNECTION),
            Map.entry(ServerError.CR_CONN_HOST_ERROR, CONNECTION),
            Map.entry(ServerError.CR_SERVER_GONE_ERROR, CONNECTION),
            Map.entry(ServerError.CR_SERVER_LOST, CONNECTION),
            Map.entry(ServerError.ER_CLIENT_INTERACTION_TIMEOUT, CONNECTION),
            Map.entry(ServerError.ER_OPTION_PREVENTS_STATEMENT, READ_ONLY),
            Map.entry(ServerError.ER_READ_ONLY_MODE, READ_ONLY),
            Map.entry(ServerError.ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION, READ_ONLY),
            Map.entry(ServerError.ER_SCHEMA_READ_ONLY, READ_ONLY),
            Map.entry(ServerError.ER_RUN_HOOK_ERROR, READ_ONLY),
            Map.entry(ServerError.ER_NET_PACKET_TOO_LARGE, PACKET_TOO_LARGE));

    /** SQLStates that say the same where the driver, not the server, found the error and there is no number. */
    private static final Set<String> TOO_LARGE_STATES = Set.of("S1000", "HZ000");

    /** Classifies what a statement threw. COMMIT needs {@link #ofCommit}, since a connection lost there means "unknown". */
    public static Failure of(SQLException e) {
        SQLException said = ServerError.said(e);
        int number = said.getErrorCode();
        Failure found = BY_NUMBER.get(number);
        if (found != null) {
            return number == ServerError.ER_OPTION_PREVENTS_STATEMENT && !says(said, "read-only") ? OTHER : found;
        }
        if (isPacketTooLarge(said)) {
            return PACKET_TOO_LARGE;
        }
        // A driver that finds the connection broken has no server number: the SQLState's class tells (08 = connection
        // exception). A pool that has no connection to give has no SQLState either.
        boolean connection = hasState(said.getSQLState(), "08")
                || (number == 0 && isOfTheNetwork(said))
                || (said.getSQLState() == null && said instanceof SQLTransientConnectionException);
        return connection && !ServerError.isAccessDenied(number) && number != ServerError.ER_BAD_DB_ERROR
                ? CONNECTION
                : OTHER;
    }

    /** Classifies what COMMIT threw. A lost connection, an interrupted statement or a shutdown leaves the outcome unknown (facts 3.3). */
    public static Failure ofCommit(SQLException e) {
        Failure failure = of(e);
        if (failure == CONNECTION || e.getErrorCode() == ServerError.ER_QUERY_INTERRUPTED) {
            return COMMIT_UNKNOWN;
        }
        return failure;
    }

    /** Whether the whole transaction may be run again from its start after a ROLLBACK: nothing of it was committed. */
    public boolean retryable() {
        return this == DEADLOCK || this == LOCK_CONFLICT || this == CONNECTION;
    }

    /** The failure in words, for messages. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /**
     * Connector/J calls some cuts a general error (S1000), without a number: what stands behind it tells. Not every IOException is the network's: a file to be loaded may
     * be missing.
     */
    private static boolean isOfTheNetwork(Throwable e) {
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof EOFException
                    || cause instanceof SocketException
                    || cause instanceof SocketTimeoutException
                    || cause instanceof ClosedChannelException
                    || cause instanceof SSLException
                    || cause.getClass().getSimpleName().endsWith("CommunicationsException")) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPacketTooLarge(SQLException e) {
        return says(e, "max_allowed_packet")
                && (e.getErrorCode() == 0
                        || TOO_LARGE_STATES.contains(String.valueOf(e.getSQLState()))
                        || hasState(e.getSQLState(), "08"));
    }

    private static boolean says(SQLException e, String words) {
        return e.getMessage() != null && e.getMessage().contains(words);
    }

    private static boolean hasState(@Nullable String state, String prefix) {
        return state != null && state.startsWith(prefix);
    }
}

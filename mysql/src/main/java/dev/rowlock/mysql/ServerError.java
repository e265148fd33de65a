package dev.rowlock.mysql;

import java.sql.SQLException;
import java.util.Set;

/**
 * Error numbers of MySQL and MariaDB, named after the server's symbols. Holds no state.
 *
 * @see <a href="https://dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html">Server error reference</a>
 * @see <a href="https://mariadb.com/kb/en/mariadb-error-codes/">MariaDB error codes</a>
 */
public final class ServerError {
    /** MariaDB with {@code innodb_snapshot_isolation=ON}: the row changed since the snapshot; the transaction has to start again. */
    public static final int ER_CHECKREAD = 1020;

    public static final int ER_CON_COUNT_ERROR = 1040;
    public static final int ER_DBACCESS_DENIED_ERROR = 1044;
    public static final int ER_ACCESS_DENIED_ERROR = 1045;
    public static final int ER_BAD_DB_ERROR = 1049;
    public static final int ER_SERVER_SHUTDOWN = 1053;
    public static final int ER_BAD_FIELD_ERROR = 1054;
    public static final int ER_FORCING_CLOSE = 1080;
    public static final int ER_TABLEACCESS_DENIED_ERROR = 1142;
    public static final int ER_COLUMNACCESS_DENIED_ERROR = 1143;
    public static final int ER_NO_SUCH_TABLE = 1146;
    public static final int ER_NET_PACKET_TOO_LARGE = 1153;
    public static final int ER_NET_READ_ERROR = 1158;
    public static final int ER_NET_READ_INTERRUPTED = 1159;
    public static final int ER_NET_ERROR_ON_WRITE = 1160;
    public static final int ER_NET_WRITE_INTERRUPTED = 1161;
    public static final int ER_NEW_ABORTING_CONNECTION = 1184;
    public static final int ER_TOO_MANY_USER_CONNECTIONS = 1203;

    /** The lock wait timed out. InnoDB has undone the statement only: the transaction is still open and keeps its locks. */
    public static final int ER_LOCK_WAIT_TIMEOUT = 1205;

    /** The transaction was rolled back to end a deadlock. */
    public static final int ER_LOCK_DEADLOCK = 1213;

    /** The account has as many connections as it may have, or as many statements in this hour. */
    public static final int ER_USER_LIMIT_REACHED = 1226;

    public static final int ER_SPECIFIC_ACCESS_DENIED_ERROR = 1227;

    /**
     * The account logs in by a plugin the client does not have. MySQL asks for one chosen by the name when the account does not exist at all,
     * so MariaDB's driver meets this instead of {@link #ER_ACCESS_DENIED_ERROR}.
     */
    public static final int ER_NOT_SUPPORTED_AUTH_MODE = 1251;

    /** The server runs with an option that forbids the statement: {@code --read-only}, but also {@code --secure-file-priv} and others. */
    public static final int ER_OPTION_PREVENTS_STATEMENT = 1290;

    public static final int ER_QUERY_INTERRUPTED = 1317;
    public static final int ER_ACCESS_DENIED_NO_PASSWORD_ERROR = 1698;
    public static final int ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION = 1792;
    public static final int ER_MUST_CHANGE_PASSWORD = 1820;
    public static final int ER_READ_ONLY_MODE = 1836;
    public static final int ER_MUST_CHANGE_PASSWORD_LOGIN = 1862;
    /** MariaDB: the connection was killed. */
    public static final int ER_CONNECTION_KILLED = 1927;

    public static final int CR_CONN_HOST_ERROR = 2003;
    public static final int CR_SERVER_GONE_ERROR = 2006;
    public static final int CR_SERVER_LOST = 2013;
    /** Group Replication: the before-commit hook refused, the transaction was rolled back. */
    public static final int ER_RUN_HOOK_ERROR = 3100;
    /** Group Replication: certification found a conflict, the transaction was rolled back. */
    public static final int ER_TRANSACTION_ROLLBACK_DURING_COMMIT = 3101;

    public static final int ER_ACCOUNT_HAS_BEEN_LOCKED = 3118;

    /** MySQL: {@code NOWAIT} met a lock. MariaDB answers {@link #ER_LOCK_WAIT_TIMEOUT} instead. */
    public static final int ER_LOCK_NOWAIT = 3572;

    /** MySQL: the schema was made read-only ({@code ALTER SCHEMA ... READ ONLY = 1}). */
    public static final int ER_SCHEMA_READ_ONLY = 3989;

    /** MySQL 8.0.24 and later: the server ends a connection that was idle for too long. */
    public static final int ER_CLIENT_INTERACTION_TIMEOUT = 4031;

    /** MariaDB's number for {@link #ER_ACCOUNT_HAS_BEEN_LOCKED}. */
    public static final int ER_ACCOUNT_HAS_BEEN_LOCKED_MARIADB = 4151;

    private static final Set<Integer> ACCESS = Set.of(
            ER_DBACCESS_DENIED_ERROR,
            ER_ACCESS_DENIED_ERROR,
            ER_TABLEACCESS_DENIED_ERROR,
            ER_COLUMNACCESS_DENIED_ERROR,
            ER_SPECIFIC_ACCESS_DENIED_ERROR,
            ER_NOT_SUPPORTED_AUTH_MODE,
            ER_ACCESS_DENIED_NO_PASSWORD_ERROR,
            ER_MUST_CHANGE_PASSWORD,
            ER_MUST_CHANGE_PASSWORD_LOGIN,
            ER_ACCOUNT_HAS_BEEN_LOCKED,
            ER_ACCOUNT_HAS_BEEN_LOCKED_MARIADB);

    private ServerError() {}

    /** What the server or its driver said, behind what a pool wrapped around it: pools keep the SQLState and drop the number. */
    static SQLException said(SQLException e) {
        SQLException said = e;
        while (said.getErrorCode() == 0
                && said.getCause() instanceof SQLException inner
                && (inner.getErrorCode() != 0 || inner.getSQLState() != null)) {
            said = inner;
        }
        return said;
    }

    /** Whether the number says that the account, not the statement, is the reason. */
    public static boolean isAccessDenied(int errorNumber) {
        return ACCESS.contains(errorNumber);
    }
}

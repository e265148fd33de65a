package dev.rowlock.diagnose;

import dev.rowlock.diagnose.internal.sql.StatusStatements;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.StoreException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;

/** What {@code SHOW ENGINE INNODB STATUS} prints; it holds the latest deadlock since the server's start, if there was one. */
public final class InnodbStatus {
    private InnodbStatus() {}

    /**
     * Asks the server once. Needs the right PROCESS. Locks no row; leaves the connection as it was.
     *
     * @throws ConfigurationException if the right is missing, with the GRANT that gives it
     * @throws StoreException if the server refuses for another reason, or is lost
     */
    public static String read(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            return read(statement);
        } catch (SQLException e) {
            throw StoreException.of(e);
        }
    }

    private static String read(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery(StatusStatements.STATUS_INNODB)) {
            ResultSetMetaData columns = rows.getMetaData();
            String text = rows.next() ? rows.getString(columns.getColumnCount()) : null;
            return text == null ? "" : text;
        } catch (SQLException e) {
            if (e.getErrorCode() == ServerError.ER_SPECIFIC_ACCESS_DENIED_ERROR) {
                throw new ConfigurationException(
                        "the status of InnoDB, in which the server reports deadlocks, needs the right PROCESS: GRANT PROCESS ON *.* TO "
                                + account(statement),
                        e);
            }
            throw e;
        }
    }

    /** As GRANT wants it; the host is what follows the last at sign. */
    private static String account(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery(StatusStatements.STATUS_ACCOUNT)) {
            String account = row.next() ? row.getString(1) : null;
            int at = account == null ? -1 : account.lastIndexOf('@');
            return account == null || at < 0
                    ? "the account"
                    : "'" + account.substring(0, at) + "'@'" + account.substring(at + 1) + "'";
        }
    }
}

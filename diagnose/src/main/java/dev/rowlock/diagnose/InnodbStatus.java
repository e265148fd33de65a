package dev.rowlock.diagnose;

import dev.rowlock.diagnose.internal.sql.StatusStatements;
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
     * @throws StoreException if the server refuses or is lost
     */
    public static String read(Connection connection) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(StatusStatements.STATUS_INNODB)) {
            ResultSetMetaData columns = rows.getMetaData();
            return rows.next() ? rows.getString(columns.getColumnCount()) : "";
        } catch (SQLException e) {
            throw StoreException.of(e);
        }
    }
}

package dev.rowlock.claim.internal;

import dev.rowlock.claim.OnComplete;
import dev.rowlock.claim.internal.sql.InspectionStatements;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.table.AccountName;
import dev.rowlock.mysql.table.Call;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Finds out whether the account may do what the protocol does, before anything is done: EXPLAIN of a write needs the rights of the write
 * and writes nothing.
 */
public final class Rights {
    private final Protocol protocol;
    private final String account;

    public Rights(Protocol protocol, String account) {
        this.protocol = protocol;
        this.account = account;
    }

    /** Refuses an account without the rights, with the GRANT that gives them. A read-only server throws its own error. */
    public void require(Connection connection) throws SQLException {
        try {
            explainOneRow(connection, InspectionStatements.EXPLAIN_UPDATE);
            if (protocol.table().onComplete() == OnComplete.DELETE) {
                explainOneRow(connection, InspectionStatements.EXPLAIN_DELETE);
            }
        } catch (SQLException e) {
            if (ServerError.isAccessDenied(e.getErrorCode())) {
                throw new ConfigurationException(
                        "the account " + account + " lacks a right on "
                                + protocol.table().name() + ": " + grant(),
                        e);
            }
            throw e;
        }
    }

    private void explainOneRow(Connection connection, String statement) throws SQLException {
        new Call(connection, protocol.sql().named(statement)).query(row -> true);
    }

    /** The statement that gives the account what it needs. */
    public String grant() {
        String rights =
                protocol.table().onComplete() == OnComplete.DELETE ? "SELECT, UPDATE, DELETE" : "SELECT, UPDATE";
        return "GRANT " + rights + " ON " + protocol.table().name().quoted() + " TO " + AccountName.quoted(account);
    }
}

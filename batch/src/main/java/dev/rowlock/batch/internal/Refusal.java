package dev.rowlock.batch.internal;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.RowlockException;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.table.AccountName;
import java.sql.Connection;
import java.sql.SQLException;

/** What it means when the server does not read a plan's statements: a slip in the user's pieces, a right that is missing, or neither. Pure. */
final class Refusal {
    private Refusal() {}

    static RowlockException of(SQLException e, Connection connection, BatchPlan plan, Target target)
            throws SQLException {
        StoreException cause = StoreException.of(e);
        if (ServerError.isAccessDenied(cause.errorNumber())) {
            return new ConfigurationException(
                    "this account may not do what the plan does: " + cause.getMessage() + "; "
                            + grants(connection, plan, target),
                    cause);
        }
        if (cause.failure() != Failure.OTHER) {
            return cause; // nothing the user wrote
        }
        return new ConfigurationException(
                "the server does not take the condition " + plan.where()
                        + (plan.action() instanceof Action.Set set ? " with the assignment " + set.assignments() : "")
                        + ": " + cause.getMessage(),
                cause);
    }

    /** FOR UPDATE needs one of UPDATE and DELETE beside SELECT. */
    static String grants(Connection connection, BatchPlan plan, Target target) throws SQLException {
        String account = AccountName.quoted(connection.getMetaData().getUserName());
        String rights = plan.action()
                .fold(
                        set -> "SELECT, UPDATE",
                        delete -> "SELECT, DELETE",
                        archive -> "SELECT, DELETE",
                        handle -> "SELECT");
        String grant = "GRANT " + rights + " ON " + target.name().quoted() + " TO " + account;
        return plan.action() instanceof Action.Archive archive
                ? grant + "; GRANT INSERT ON " + archive.to().quoted() + " TO " + account
                : grant;
    }
}

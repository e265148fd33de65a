package dev.rowlock.diagnose.watch;

import dev.rowlock.diagnose.Deadlock;
import dev.rowlock.diagnose.Stamp;
import dev.rowlock.diagnose.internal.sql.HistoryStatements;
import dev.rowlock.diagnose.watch.internal.Fingerprint;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.OptionalLong;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code rowlock_deadlock} in a schema of the user's choice: each deadlock is a row, once, however many watches see it. It holds
 * of statements what the reader hands out: with {@link dev.rowlock.diagnose.SqlDisplay#MASKED} no value of any.
 *
 * <p>Each write is one transaction on a connection of its own. Locks: the new row, for the time of the commit. After a crash a deadlock is
 * there or not, and the next watch's first look adds the latest one if it is not. Thread-safe.
 */
public final class DeadlockHistory {
    public static final String TABLE = "rowlock_deadlock";

    private static final int ER_DUP_ENTRY = 1062;

    /** In deletions of a thousand rows; what is left goes the next time. */
    private static final int MOST_DELETIONS = 20;

    private final DataSource dataSource;
    private final TableName table;
    private final Retention retention;
    private final Function<Deadlock, String> details;

    /**
     * Nothing is read or written yet.
     *
     * @param details the whole deadlock as JSON
     */
    public DeadlockHistory(
            DataSource dataSource, Identifier schema, Retention retention, Function<Deadlock, String> details) {
        this.dataSource = dataSource;
        this.table = new TableName(schema, new Identifier(TABLE));
        this.retention = retention;
        this.details = details;
    }

    /** The statement that makes the table, for whoever wants to run it himself. */
    public String definition() {
        return sql(HistoryStatements.HISTORY_CREATE).strip();
    }

    /** Makes the table unless it is there. */
    public void create() {
        inTransaction(connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute(sql(HistoryStatements.HISTORY_CREATE));
            }
        });
    }

    /**
     * Makes sure that the table is there, as this version wants it.
     *
     * @throws ConfigurationException if it is not, with what makes it
     */
    public void check() {
        try {
            inTransaction(connection -> {
                try (Statement statement = connection.createStatement();
                        ResultSet none = statement.executeQuery(sql(HistoryStatements.HISTORY_CHECK))) {
                    return none.next();
                }
            });
        } catch (StoreException e) {
            switch (e.errorNumber()) {
                case ServerError.ER_NO_SUCH_TABLE, ServerError.ER_BAD_DB_ERROR ->
                    throw new ConfigurationException(
                            "there is no table " + table.quoted()
                                    + " for the history: give --create-history, or make it yourself: " + definition(),
                            e);
                case ServerError.ER_BAD_FIELD_ERROR ->
                    throw new ConfigurationException(
                            "the table " + table.quoted() + " is not the history of this version (" + e.getMessage()
                                    + "): rename it, and give --create-history",
                            e);
                default -> throw e;
            }
        }
    }

    /**
     * Adds a deadlock.
     *
     * @param server as {@link Look} names it
     * @return false if it was there already
     */
    public boolean add(String server, Deadlock deadlock) {
        // A lost answer leaves it open whether the row is there; the next try then meets it.
        return inTransaction(connection -> {
            try (PreparedStatement insert = connection.prepareStatement(sql(HistoryStatements.HISTORY_ADD))) {
                insert.setString(1, server);
                insert.setString(2, Fingerprint.of(deadlock));
                insert.setString(3, at(deadlock.at()));
                setNumber(insert, 4, deadlock.victim());
                setNumber(insert, 5, deadlock.rolledBack());
                insert.setString(6, deadlock.victimSide().label());
                insert.setString(7, DeadlockKind.of(deadlock).label());
                insert.setString(8, deadlock.lockOrder());
                insert.setString(9, details.apply(deadlock));
                insert.executeUpdate();
                return true;
            } catch (SQLException e) {
                if (e.getErrorCode() == ER_DUP_ENTRY) {
                    return false;
                }
                throw e;
            }
        });
    }

    /** Deletes what is too old or too many, in small transactions; returns how many rows went. */
    public int prune() {
        OptionalLong tooOld =
                number(HistoryStatements.HISTORY_LAST_TOO_OLD, retention.age().toSeconds());
        OptionalLong tooMany = number(HistoryStatements.HISTORY_LAST_TOO_MANY, retention.rows());
        long last = Math.max(tooOld.orElse(0), tooMany.orElse(0));
        int deleted = 0;
        int now = last == 0 ? 0 : 1;
        for (int i = 0; i < MOST_DELETIONS && now > 0; i++) {
            now = delete(last);
            deleted += now;
        }
        return deleted;
    }

    private int delete(long last) {
        return inTransaction(connection -> {
            try (PreparedStatement delete = connection.prepareStatement(sql(HistoryStatements.HISTORY_DELETE))) {
                delete.setLong(1, last);
                return delete.executeUpdate();
            }
        });
    }

    private OptionalLong number(String query, long parameter) {
        return inTransaction(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql(query))) {
                statement.setLong(1, parameter);
                try (ResultSet row = statement.executeQuery()) {
                    return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
                }
            }
        });
    }

    /** As the server printed it; its zone, if one was printed, is in the details. */
    private static @Nullable String at(@Nullable Stamp at) {
        return at == null ? null : at.time().toString().replace('T', ' ');
    }

    private static void setNumber(PreparedStatement statement, int index, @Nullable Integer number)
            throws SQLException {
        if (number == null) {
            statement.setNull(index, Types.INTEGER);
        } else {
            statement.setInt(index, number);
        }
    }

    private String sql(String statement) {
        return statement.replace("{table}", table.quoted());
    }

    private <R> R inTransaction(Body<R> body) {
        return Transactions.of(dataSource).inTransaction(Isolation.READ_COMMITTED, body::run);
    }

    @FunctionalInterface
    private interface Body<R> {
        R run(Connection connection) throws SQLException;
    }
}

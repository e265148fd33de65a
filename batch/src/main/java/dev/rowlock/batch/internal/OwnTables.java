package dev.rowlock.batch.internal;

import dev.rowlock.batch.internal.sql.SchemaStatements;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.AccountName;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Our own tables as they are: missing, of this version, or of an older one that can be brought to it (decision 27). Immutable. */
public final class OwnTables {
    private static final Logger log = LoggerFactory.getLogger(OwnTables.class);

    /** Somebody else added it a moment ago. */
    private static final int ER_DUP_FIELDNAME = 1060;

    private final Store store;

    public OwnTables(Store store) {
        this.store = store;
    }

    /** The DDL, for those who create the tables themselves. */
    public List<String> ddl() {
        return SchemaStatements.ALL.stream().map(store::sql).toList();
    }

    /**
     * What was found.
     *
     * @param state how it is
     * @param mending what makes them those of this version, in order
     * @param told the same in words; empty when there is nothing to tell
     */
    public record Found(State state, List<String> mending, String told) {}

    /** How our tables are. */
    public enum State {
        /** Not there. */
        ABSENT,
        /** Some are missing, and the others are of this version. */
        PARTLY,
        /** Of an older version, or without some of their columns. */
        OLDER,
        COMPLETE
    }

    /**
     * Looks, and writes nothing.
     *
     * @throws ConfigurationException when they can neither be used nor mended
     */
    public Found look(Connection connection) throws SQLException {
        Map<String, OwnTable> there = OwnTable.read(connection, store);
        OlderTables older = OlderTables.among(there);
        if (older.isEmpty()) {
            return new Found(
                    there.isEmpty()
                            ? State.ABSENT
                            : there.size() < OwnShape.all().size() ? State.PARTLY : State.COMPLETE,
                    List.of(),
                    "");
        }
        older.requireMendable(connection);
        return new Found(State.OLDER, older.mending(), older.told());
    }

    /**
     * For those who only read: false when some table is missing.
     *
     * @throws ConfigurationException when they are of another version, with what mends it
     */
    public boolean exist(Connection connection) throws SQLException {
        Found found = look(connection);
        if (found.state() == State.OLDER) {
            throw new ConfigurationException(
                    found.told() + "; the next run that starts or is joined brings them to it, or: "
                            + String.join("; ", found.mending()));
        }
        return found.state() == State.COMPLETE;
    }

    /** Brings what is there to this version. False when nothing is. */
    public boolean upgrade(Transactions transactions) {
        Found found = transactions.inTransaction(Isolation.READ_COMMITTED, this::look);
        if (found.state() == State.OLDER) {
            log.info("batch own tables are brought up to date reason=\"{}\"", found.told());
            found.mending()
                    .forEach(statement -> transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
                        mend(connection, statement, found.told());
                        return statement;
                    }));
            return upgraded(transactions);
        }
        if (found.state() == State.PARTLY) {
            create(transactions);
        }
        return found.state() != State.ABSENT;
    }

    private boolean upgraded(Transactions transactions) {
        if (!transactions.inTransaction(Isolation.READ_COMMITTED, this::exist)) {
            create(transactions);
        }
        return true;
    }

    /** Creates what is missing, and brings what is older to this version. */
    public void make(Transactions transactions) {
        if (!upgrade(transactions)) {
            create(transactions);
        }
    }

    private void create(Transactions transactions) {
        transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
            try (Statement statement = connection.createStatement()) {
                for (String table : ddl()) {
                    statement.execute(table);
                }
            }
            return store;
        });
    }

    private static void mend(Connection connection, String sql, String told) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            StoreException refused = StoreException.of(e);
            if (ServerError.isAccessDenied(refused.errorNumber())) {
                throw new ConfigurationException(
                        told + ", and this account may not alter them (" + refused.getMessage() + "): " + sql
                                + "; or GRANT ALTER, CREATE, INSERT for them to "
                                + AccountName.quoted(connection.getMetaData().getUserName()),
                        refused);
            }
            if (refused.errorNumber() != ER_DUP_FIELDNAME) {
                throw e;
            }
        }
    }
}

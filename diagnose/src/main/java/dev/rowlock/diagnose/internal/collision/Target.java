package dev.rowlock.diagnose.internal.collision;

import dev.rowlock.diagnose.internal.sql.CollisionStatements;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.AccountName;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.Index;
import dev.rowlock.mysql.table.KeyCodec;
import dev.rowlock.mysql.table.KeySql;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.mysql.table.StatementTemplate;
import dev.rowlock.mysql.table.TableInspector;
import dev.rowlock.mysql.table.TableShape;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The table that is probed and the rows of it that a batch would touch, in the words of statements. Immutable.
 *
 * @param predicate what stands after WHERE, with question marks
 * @param values of the question marks
 */
public record Target(
        TableName table,
        TableShape shape,
        List<Column> key,
        KeyCodec codec,
        KeySql keySql,
        String predicate,
        List<String> values) {

    /** Reads how the table is made and has the server read the predicate; tells in words what cannot be used. */
    public static Target resolve(Connection connection, TableName table, String predicate, List<String> values)
            throws SQLException {
        TableShape shape = TableInspector.inspect(connection, table);
        if (!shape.kind().equals("BASE TABLE")) {
            throw new ConfigurationException(
                    table + " is a " + shape.kind() + ": name the table that the batch writes to");
        }
        Index primary = shape.primary()
                .orElseThrow(() -> new ConfigurationException("the table " + table
                        + " has no primary key, and a batch and this probe walk along it: ALTER TABLE " + table.quoted()
                        + " ADD COLUMN `id` BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY"));
        List<Column> key = primary.columns().stream()
                .map(name -> shape.column(name).orElseThrow())
                .toList();
        for (Column column : key) {
            if (!KeyCodec.supports(column) || !primary.usable()) {
                throw new ConfigurationException("the primary key of " + table + " cannot be walked along: its column "
                        + column.name() + " is " + column.fullType());
            }
        }
        Target target =
                new Target(table, shape, key, new KeyCodec(key), new KeySql(key), predicate, List.copyOf(values));
        target.check(connection);
        return target;
    }

    private void check(Connection connection) throws SQLException {
        try {
            withPredicate(new Call(connection, sql(CollisionStatements.COLLISION_EXPLAIN)))
                    .query(row -> true);
        } catch (SQLException e) {
            int number = StoreException.of(e).errorNumber();
            if (number == ServerError.ER_TABLEACCESS_DENIED_ERROR
                    || number == ServerError.ER_COLUMNACCESS_DENIED_ERROR) {
                throw new ConfigurationException(
                        "the account may not read " + table + ": GRANT SELECT ON "
                                + new Identifier(shape.schema()).quoted() + "."
                                + table.table().quoted() + " TO "
                                + AccountName.quoted(connection.getMetaData().getUserName()),
                        e);
            }
            if (dev.rowlock.mysql.Failure.of(e) != dev.rowlock.mysql.Failure.OTHER) {
                throw e;
            }
            throw new ConfigurationException(
                    "the server does not take the predicate " + predicate + ": "
                            + StoreException.of(e).getMessage(),
                    e);
        }
    }

    /** A statement with this table's names put in, except for {@code {keys}} and {@code {time}}. */
    public String sql(String statement) {
        String number = isWholeNumber() && key.get(0).isUnsigned() ? "CAST(CAST(? AS CHAR) AS UNSIGNED)" : "?";
        return StatementTemplate.fill(
                statement,
                Map.of(
                        "{table}", table.quoted(),
                        "{predicate}", predicate,
                        "{key_select}", keySql.select(),
                        "{key_columns}", keySql.columns(),
                        "{key_columns_descending}",
                                key.stream()
                                        .map(column -> column.name().quoted() + " DESC")
                                        .collect(Collectors.joining(", ")),
                        "{after}", keySql.after(),
                        "{from}", keySql.from(),
                        "{up_to}", keySql.upTo(),
                        "{number}", number));
    }

    public String sqlForKeys(String statement, int keys) {
        return sql(StatementTemplate.fill(statement, Map.of("{keys}", keySql.in(keys))));
    }

    public Call withPredicate(Call call) {
        values.forEach(call::with);
        return call;
    }

    /** Whether keys are single whole numbers, which can be calculated with. */
    public boolean isWholeNumber() {
        return key.size() == 1 && key.get(0).isWhole();
    }

    public RowKey read(java.sql.ResultSet row) throws SQLException {
        return codec.read(row, 1);
    }

    /** What a person calls the key. */
    public String keyName() {
        return key.stream().map(column -> column.name().name()).collect(Collectors.joining(", "));
    }
}

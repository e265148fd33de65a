package dev.rowlock.pacing.signal;

import dev.rowlock.mysql.table.StatementTemplate;
import dev.rowlock.pacing.internal.sql.SignalStatements;
import java.sql.SQLException;
import java.util.Map;
import java.util.OptionalDouble;

/** One of the server's status counters. */
final class StatusValue {
    private StatusValue() {}

    /** Empty when the server has no such counter. */
    static OptionalDouble read(KeptConnection connection, String counter) throws SQLException {
        String statement =
                StatementTemplate.fill(SignalStatements.STATUS_VALUES, Map.of("{names}", "'" + counter + "'"));
        return connection.query(
                statement, rows -> rows.next() ? OptionalDouble.of(rows.getDouble(2)) : OptionalDouble.empty());
    }
}

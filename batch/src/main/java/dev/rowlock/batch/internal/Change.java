package dev.rowlock.batch.internal;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.internal.sql.TargetStatements;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Writes the change to rows that are locked, with the predicate repeated (C5). */
@FunctionalInterface
interface Change {
    /** How many of the rows still fulfilled the predicate, and were changed. */
    int apply(Connection connection, List<RowKey> locked, Shard.Place place) throws SQLException;

    /** The change of an action that is a statement; a handler's rows are not changed here. */
    static Change of(Action action, TargetSql sql) {
        return action.fold(
                set -> write(sql, TargetStatements.TARGET_SET),
                delete -> write(sql, TargetStatements.TARGET_DELETE),
                archive -> archive(sql),
                handle -> (connection, locked, place) -> locked.size());
    }

    private static Change write(TargetSql sql, String statement) {
        return (connection, locked, place) ->
                rows(sql.keys(connection, statement, locked, place).update(), locked);
    }

    private static Change archive(TargetSql sql) {
        return (connection, locked, place) -> {
            sql.keys(connection, TargetStatements.TARGET_ARCHIVE, locked, place).update();
            return rows(
                    sql.keys(connection, TargetStatements.TARGET_DELETE, locked, place)
                            .update(),
                    locked);
        };
    }

    private static int rows(int written, List<RowKey> locked) {
        return Math.min(written, locked.size());
    }
}

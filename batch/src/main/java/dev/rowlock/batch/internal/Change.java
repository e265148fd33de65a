package dev.rowlock.batch.internal;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.internal.sql.TargetStatements;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Writes the change to rows that are locked, with the predicate repeated (C5). {@link Waited} when it met a lock beyond them. */
@FunctionalInterface
interface Change {
    /** How many of the rows still fulfilled the predicate, and were changed. */
    int apply(Connection connection, List<RowKey> locked, Shard.Place place) throws SQLException;

    /** The change of an action that is a statement; a handler's rows are not changed here. */
    static Change of(Action action, TargetSql sql, Haste haste) {
        return action.fold(
                set -> haste.of(write(sql, haste.change(TargetStatements.TARGET_SET))),
                delete -> haste.of(write(sql, haste.change(TargetStatements.TARGET_DELETE))),
                archive -> haste.of(archive(sql, haste)),
                handle -> (connection, locked, place) -> locked.size());
    }

    private static Change write(TargetSql sql, String statement) {
        return (connection, locked, place) ->
                rows(sql.keys(connection, statement, locked, place).update(), locked);
    }

    private static Change archive(TargetSql sql, Haste haste) {
        String statement = haste.copy(TargetStatements.TARGET_ARCHIVE);
        Change copy = haste.soon((connection, locked, place) ->
                sql.keys(connection, statement, locked, place).update());
        String delete = haste.change(TargetStatements.TARGET_DELETE);
        return (connection, locked, place) -> {
            int copied = copy.apply(connection, locked, place);
            int deleted = sql.keys(connection, delete, locked, place).update();
            if (copied != locked.size() || deleted != locked.size()) {
                throw notTheSame(locked, copied, deleted);
            }
            return deleted;
        };
    }

    /**
     * A predicate may answer anew each time it is asked, with NOW() or RAND(), and a row that is deleted without its copy is lost. Rolled
     * back, and looked at again.
     */
    private static StoreException notTheSame(List<RowKey> locked, int copied, int deleted) {
        String told = "the condition gave different answers for the same " + locked.size() + " rows: " + copied
                + " were copied and " + deleted + " deleted; give it times as parameters instead of NOW()";
        return new StoreException(Failure.STATE_CHANGED, told, new SQLException(told));
    }

    private static int rows(int written, List<RowKey> locked) {
        return Math.min(written, locked.size());
    }
}

package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.internal.sql.DoctorStatements;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/**
 * Two sessions on one row: the first holds it, the second asks for it with NOWAIT and then takes rows around it as a batch does.
 *
 * <p>Locks: one row in the first session, up to three in the second, until the caller ends both transactions. The second waits for no
 * row longer than two seconds. Writes nothing.
 *
 * @param rows the keys of the first rows; the one in the middle is held
 */
record YieldProbe(KeyedTable table, List<RowKey> rows) {
    /** A statement that does not wait answers in milliseconds. */
    static final Duration AT_ONCE = Duration.ofSeconds(1);

    /** What NOWAIT made of the held row. */
    enum Nowait {
        ANSWERS,
        WAITS,
        TAKES_IT_TOO
    }

    /** What was seen, and how long each of the two statements took. */
    record Result(Nowait nowait, Duration nowaitTook, boolean passed, Duration batchTook) {
        boolean givesWay() {
            return passed && batchTook.compareTo(AT_ONCE) < 0;
        }
    }

    Result run(Connection first, Connection second) throws SQLException {
        RowKey held = rows.get(rows.size() / 2);
        take(first, held);
        long patience = number(second, DoctorStatements.PROBE_PATIENCE_NOW);
        execute(second, DoctorStatements.PROBE_PATIENCE);
        try {
            long start = System.nanoTime();
            boolean refused = isRefused(second, held);
            Duration nowaitTook = Duration.ofNanos(System.nanoTime() - start);
            Nowait nowait =
                    !refused ? Nowait.TAKES_IT_TOO : nowaitTook.compareTo(AT_ONCE) < 0 ? Nowait.ANSWERS : Nowait.WAITS;
            long batchStart = System.nanoTime();
            boolean passed = passes(second, held);
            return new Result(nowait, nowaitTook, passed, Duration.ofNanos(System.nanoTime() - batchStart));
        } finally {
            execute(second, DoctorStatements.PROBE_PATIENCE_BEFORE + patience);
        }
    }

    /** A data source may hand out one connection again and again. */
    static boolean isOneSession(Connection first, Connection second) throws SQLException {
        return number(first, DoctorStatements.PROBE_SESSION) == number(second, DoctorStatements.PROBE_SESSION);
    }

    private boolean isRefused(Connection second, RowKey held) throws SQLException {
        try {
            take(second, held);
            return false;
        } catch (SQLException e) {
            if (Failure.of(e) == Failure.LOCK_CONFLICT) {
                return true;
            }
            throw e;
        }
    }

    private void take(Connection connection, RowKey row) throws SQLException {
        new Call(connection, table.fill(DoctorStatements.PROBE_ROW, 1))
                .withKey(row)
                .query(found -> true);
    }

    private boolean passes(Connection second, RowKey held) throws SQLException {
        try {
            List<RowKey> taken = new Call(second, table.fill(DoctorStatements.PROBE_BATCH, 1))
                    .withBound(rows.get(0))
                    .query(row -> table.codec().read(row, 1));
            return !taken.contains(held);
        } catch (SQLException e) {
            if (Failure.of(e) == Failure.LOCK_CONFLICT) {
                return false;
            }
            throw e;
        }
    }

    private static long number(Connection connection, String sql) throws SQLException {
        return new Call(connection, sql).query(row -> row.getLong(1)).get(0);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}

package dev.rowlock.pacing.signal;

import dev.rowlock.pacing.Reading;
import dev.rowlock.pacing.Signal;
import dev.rowlock.pacing.Unit;
import dev.rowlock.pacing.internal.sql.SignalStatements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Any query that answers with one number: the user's own, such as the age of a heartbeat row on a replica, or the length of InnoDB's history.
 * NULL, no row and text are stale. Locks what the query locks.
 */
public final class QuerySignal implements Signal {
    private static final Duration WINDOW = Duration.ofSeconds(2);

    private final KeptConnection connection;
    private final String name;
    private final Unit unit;
    private final String query;
    private final LevelHistory history = new LevelHistory(WINDOW);

    private QuerySignal(DataSource source, String name, Unit unit, String query) {
        this.connection = new KeptConnection(source);
        this.name = name;
        this.unit = unit;
        this.query = query;
    }

    /** A user's query; run twice a second, so it should be short. */
    public static QuerySignal of(DataSource source, String name, Unit unit, String query) {
        return new QuerySignal(source, name, unit, query);
    }

    /** Undo that purge has not removed yet, in transactions. Needs the right PROCESS. */
    public static QuerySignal historyLength(DataSource source) {
        return new QuerySignal(source, "history list length", Unit.COUNT, SignalStatements.HISTORY_LENGTH);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Duration window() {
        return WINDOW;
    }

    @Override
    public Unit unit() {
        return unit;
    }

    @Override
    public Reading read(Duration now) throws SQLException {
        Optional<String> answer = connection.query(query, QuerySignal::first);
        if (answer.isEmpty()) {
            return new Reading.Stale(Duration.ZERO, name + " answered with NULL or no row");
        }
        try {
            return history.plus(now, Double.parseDouble(answer.get().strip()), unit, name);
        } catch (NumberFormatException notANumber) {
            return new Reading.Stale(Duration.ZERO, name + " answered with something that is no number");
        }
    }

    private static Optional<String> first(ResultSet rows) throws SQLException {
        return rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.empty();
    }

    @Override
    public void close() {
        connection.close();
    }
}

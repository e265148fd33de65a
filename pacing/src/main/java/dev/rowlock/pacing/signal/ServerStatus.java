package dev.rowlock.pacing.signal;

import dev.rowlock.pacing.Reading;
import dev.rowlock.pacing.Signal;
import dev.rowlock.pacing.Unit;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalDouble;
import javax.sql.DataSource;

/** Signals that are one status counter of the server, MySQL and MariaDB alike. They lock nothing; any account may read them. */
public final class ServerStatus implements Signal {
    private static final Duration WINDOW = Duration.ofSeconds(2);

    private final KeptConnection connection;
    private final Counter counter;
    private final LevelHistory levels = new LevelHistory(WINDOW);
    private final EventHistory events = new EventHistory();

    private ServerStatus(DataSource source, Counter counter) {
        this.connection = new KeptConnection(source);
        this.counter = counter;
    }

    private enum Kind {
        LEVEL,
        EVENTS
    }

    /** What is read. */
    public enum Counter {
        /** Sessions that wait for a row lock now. */
        ROW_LOCK_WAITERS("row lock waiters", "Innodb_row_lock_current_waits", Kind.LEVEL),
        /** Row lock waits that began, in the window. */
        ROW_LOCK_WAITS("row lock waits", "Innodb_row_lock_waits", Kind.EVENTS),
        /** Milliseconds that sessions waited for row locks, in the window; counted when a wait ends. */
        ROW_LOCK_TIME("row lock wait time in ms", "Innodb_row_lock_time", Kind.EVENTS),
        /** Sessions that run something now, the one that asks among them. */
        THREADS_RUNNING("threads running", "Threads_running", Kind.LEVEL);

        private final String label;
        private final String variable;
        private final Kind kind;

        Counter(String label, String variable, Kind kind) {
            this.label = label;
            this.variable = variable;
            this.kind = kind;
        }
    }

    public static ServerStatus of(DataSource source, Counter counter) {
        return new ServerStatus(source, counter);
    }

    @Override
    public String name() {
        return counter.label;
    }

    @Override
    public Duration window() {
        return WINDOW;
    }

    @Override
    public Unit unit() {
        return Unit.COUNT;
    }

    @Override
    public Reading read(Duration now) throws SQLException {
        OptionalDouble value = StatusValue.read(connection, counter.variable);
        if (value.isEmpty()) {
            return new Reading.Stale(Duration.ZERO, "the server has no status " + counter.variable);
        }
        return counter.kind == Kind.LEVEL
                ? levels.plus(now, value.getAsDouble(), Unit.COUNT, name())
                : events.plus(now, value.getAsDouble(), Unit.COUNT, WINDOW);
    }

    @Override
    public void close() {
        connection.close();
    }
}

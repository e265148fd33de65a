package dev.rowlock.diagnose.watch;

import dev.rowlock.diagnose.Deadlock;
import dev.rowlock.diagnose.DeadlockReader;
import dev.rowlock.diagnose.InnodbStatus;
import dev.rowlock.diagnose.Sides;
import dev.rowlock.diagnose.SqlDisplay;
import dev.rowlock.diagnose.VictimNumbering;
import dev.rowlock.diagnose.watch.internal.CounterAccess;
import dev.rowlock.diagnose.watch.internal.Fingerprint;
import dev.rowlock.diagnose.watch.internal.Sample;
import dev.rowlock.diagnose.watch.internal.Tally;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.ServerFacts;
import dev.rowlock.mysql.ServerFamily;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.table.AccountName;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a server again and again for deadlocks: hands out each one once, counts by kind and side those it saw, and counts those it could
 * not see. It has no thread and no pause of its own: the caller decides how often {@link #look} is called.
 *
 * <p>A look costs the server one small read of a counter; the report is read only when the counter has moved, and now and then to be sure.
 * Locks: no row. One thread looks; {@link #metrics} may be asked by any. What it knows dies with it: after a crash the next watch begins with
 * the deadlocks after its own first look.
 */
public final class DeadlockWatch {
    /** Reports are read after so many looks at the latest, should a server not count what it reports. */
    private static final int LOOKS_BETWEEN_REPORTS = 15;

    /** A server keeps one report, so this many are never in doubt. */
    private static final int REMEMBERED = 16;

    private final DataSource dataSource;
    private final Sides sides;
    private final SqlDisplay display;
    private final Tally tally = new Tally();
    private final Deque<String> known = new ArrayDeque<>();
    private @Nullable ServerFacts facts;
    private @Nullable Sample last;
    private CounterAccess access = CounterAccess.ALLOWED;
    private int looksSinceReport;
    private volatile DeadlockMetrics metrics = DeadlockMetrics.none();

    public DeadlockWatch(DataSource dataSource, Sides sides, SqlDisplay display) {
        this.dataSource = dataSource;
        this.sides = sides;
        this.display = display;
    }

    /** What was counted up to the last look that succeeded. */
    public DeadlockMetrics metrics() {
        return metrics;
    }

    /**
     * Looks once. After an exception the next look goes on where this one was, and misses nothing that the server still knows.
     *
     * @throws dev.rowlock.mysql.ConfigurationException if the right PROCESS is missing
     * @throws StoreException if the server refuses or is lost
     */
    public Look look() {
        List<String> notes = new ArrayList<>();
        try (Connection connection = dataSource.getConnection()) {
            Sample sample = sample(connection, facts(connection, notes).family(), notes);
            Sample before = last;
            if (before != null && !sample.sameLifeAs(before)) {
                facts = null; // it may be another version now
            }
            boolean due = before == null || sample.tellsMoreThan(before) || looksSinceReport >= LOOKS_BETWEEN_REPORTS;
            Optional<Deadlock> latest = due ? read(connection, facts(connection, notes)) : Optional.empty();
            looksSinceReport = due ? 0 : looksSinceReport + 1;
            return settle(sample, latest, notes);
        } catch (SQLException e) {
            throw StoreException.of(e);
        }
    }

    /** All that is stateful happens here, behind the last statement that can fail. */
    private Look settle(Sample sample, Optional<Deadlock> latest, List<String> notes) {
        boolean first = last == null;
        Optional<String> dropped = tally.add(sample);
        dropped.ifPresent(why ->
                notes.add(why + ": what it counted since the look before is not known, and this sample is dropped"));
        last = sample;
        Optional<Deadlock> fresh = latest.filter(deadlock -> isNew(sample.server(), deadlock));
        if (!first && fresh.isPresent()) {
            if (dropped.isEmpty()) {
                tally.saw();
            }
            metrics = metrics.plus(DeadlockKind.of(fresh.get()));
        }
        metrics = metrics.with(
                sample.deadlocks().isPresent() ? tally.unseen() : metrics.unseen(), tally.timeouts(), tally.dropped());
        return first
                ? new Look(sample.server(), Optional.empty(), latest, notes)
                : new Look(sample.server(), fresh, Optional.empty(), notes);
    }

    private boolean isNew(String server, Deadlock deadlock) {
        String fingerprint = server + ' ' + Fingerprint.of(deadlock);
        if (known.contains(fingerprint)) {
            return false;
        }
        known.addLast(fingerprint);
        if (known.size() > REMEMBERED) {
            known.removeFirst();
        }
        return true;
    }

    private Optional<Deadlock> read(Connection connection, ServerFacts server) {
        VictimNumbering numbering = VictimNumbering.of(server.family(), server.version());
        List<Deadlock> deadlocks = new DeadlockReader(sides, display, numbering).read(InnodbStatus.read(connection));
        return deadlocks.isEmpty() ? Optional.empty() : Optional.of(deadlocks.get(deadlocks.size() - 1));
    }

    private Sample sample(Connection connection, ServerFamily family, List<String> notes) throws SQLException {
        try {
            Sample sample = Sample.read(connection, family, access);
            if (last == null
                    && access == CounterAccess.ALLOWED
                    && sample.deadlocks().isEmpty()) {
                notes.add("the server does not count deadlocks"
                        + (family == ServerFamily.MYSQL ? " (performance_schema is OFF)" : "")
                        + ": how many were not seen cannot be told");
            }
            return sample;
        } catch (SQLException e) {
            if (access == CounterAccess.DENIED || !isDenied(e)) {
                throw e;
            }
            access = CounterAccess.DENIED;
            notes.add("how many deadlocks were not seen cannot be told without the right to read the server's counters:"
                    + " GRANT SELECT ON performance_schema.* TO "
                    + AccountName.quoted(facts(connection, notes).account()));
            return Sample.read(connection, family, access);
        }
    }

    private static boolean isDenied(SQLException e) {
        int number = e.getErrorCode();
        return number == ServerError.ER_TABLEACCESS_DENIED_ERROR || number == ServerError.ER_COLUMNACCESS_DENIED_ERROR;
    }

    private ServerFacts facts(Connection connection, List<String> notes) throws SQLException {
        ServerFacts known = facts;
        if (known != null) {
            return known;
        }
        ServerFacts read = ServerFacts.read(connection, Clock.systemUTC());
        if (!read.deadlockDetect()) {
            notes.add("innodb_deadlock_detect is OFF: deadlocks end as lock wait timeouts (1205) and no report says who"
                    + " met whom");
        }
        facts = read;
        return read;
    }
}

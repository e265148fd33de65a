package dev.rowlock.queue.internal.schedule;

import dev.rowlock.mysql.CommitVerdict;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.sql.EnqueueStatements;
import dev.rowlock.queue.internal.sql.ScheduleStatements;
import dev.rowlock.queue.schedule.DefineOutcome;
import dev.rowlock.queue.schedule.Schedule;
import dev.rowlock.queue.schedule.ScheduleState;
import dev.rowlock.queue.schedule.UnreadableSchedule;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads and changes schedules, each change in one short transaction. Thread-safe. */
public final class ScheduleStore {
    private static final int DUPLICATE_ENTRY = 1062;

    private final Transactions transactions;
    private final int largestPayload;

    public ScheduleStore(Transactions transactions, int largestPayload) {
        this.transactions = transactions;
        this.largestPayload = largestPayload;
    }

    /** Those that this process can read. */
    public List<ScheduleState> list() {
        return rows().filter(row -> row.unreadable().isEmpty())
                .map(ScheduleRow::state)
                .toList();
    }

    /** The others. */
    public List<UnreadableSchedule> unreadable() {
        return rows().flatMap(row -> row.unreadable().stream()).toList();
    }

    private Stream<ScheduleRow> rows() {
        return transactions
                .inTransaction(Isolation.READ_COMMITTED, ScheduleRow::list, ReadBack.nothingWritten())
                .stream();
    }

    public Optional<Schedule> schedule(String name) {
        return find(name).map(ScheduleRow::schedule);
    }

    Optional<ScheduleRow> find(String name) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED, connection -> ScheduleRow.find(connection, name), ReadBack.nothingWritten());
    }

    public Optional<ScheduleState> state(String name) {
        return find(name).map(ScheduleRow::state);
    }

    /** Empty when there is one of this name already. */
    public Optional<ScheduleState> add(Schedule schedule) {
        check(schedule);
        return transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
            Definition wanted = Definition.of(schedule, queue(connection, schedule.queue()));
            return add(connection, schedule, wanted) ? state(connection, schedule.name()) : Optional.empty();
        });
    }

    private void check(Schedule schedule) {
        int size = schedule.job().payload().remaining();
        if (size > largestPayload) {
            throw new ConfigurationException("the payload of schedule " + schedule.name() + " is " + size
                    + " bytes, and may be " + largestPayload
                    + ": keep what is large elsewhere, or allow more with QueueSettings.withLargestPayload");
        }
    }

    /** Many processes may define the same at once: one adds or changes it, and the others find it so. */
    public DefineOutcome define(Schedule schedule) {
        check(schedule);
        Optional<DefineOutcome> outcome = Optional.empty();
        while (outcome.isEmpty()) {
            outcome = transactions.inTransaction(
                    Isolation.READ_COMMITTED,
                    connection -> define(connection, schedule),
                    (connection, answer) -> readBack(connection, schedule, answer));
        }
        return outcome.get();
    }

    /** It is so now, whoever saw to it; the lost session is waited for first. */
    private static CommitVerdict readBack(Connection connection, Schedule schedule, Optional<DefineOutcome> outcome)
            throws SQLException {
        if (outcome.isEmpty()) {
            return CommitVerdict.COMMITTED;
        }
        lock(connection, schedule.name());
        Definition wanted = Definition.of(schedule, queue(connection, schedule.queue()));
        return ScheduleRow.find(connection, schedule.name())
                        .filter(row -> row.definition().equals(wanted))
                        .isPresent()
                ? CommitVerdict.COMMITTED
                : CommitVerdict.NOT_COMMITTED;
    }

    /** Empty when another has just added it: its row is read in a new transaction, since the refused INSERT has left a lock here. */
    private static Optional<DefineOutcome> define(Connection connection, Schedule schedule) throws SQLException {
        Definition wanted = Definition.of(schedule, queue(connection, schedule.queue()));
        Optional<ScheduleRow> seen = ScheduleRow.find(connection, schedule.name());
        if (seen.isEmpty()) {
            return add(connection, schedule, wanted)
                    ? state(connection, schedule.name()).map(DefineOutcome.Added::new)
                    : Optional.empty();
        }
        if (seen.get().definition().equals(wanted)) {
            return seen.map(row -> new DefineOutcome.Unchanged(row.state()));
        }
        if (!lock(connection, schedule.name())) {
            return Optional.empty();
        }
        ScheduleRow row = ScheduleRow.find(connection, schedule.name()).orElseThrow();
        if (row.definition().equals(wanted)) {
            return Optional.of(new DefineOutcome.Unchanged(row.state()));
        }
        change(connection, row, schedule, wanted);
        return state(connection, schedule.name()).map(DefineOutcome.Changed::new);
    }

    private static int queue(Connection connection, String name) throws SQLException {
        return new Call(connection, EnqueueStatements.QUEUE_FIND)
                .with(name).query(row -> row.getInt(1)).stream()
                        .findFirst()
                        .orElseThrow(() -> new ConfigurationException(
                                "there is no queue '" + name + "': queues.queue(\"" + name + "\") adds it"));
    }

    private static Optional<ScheduleState> state(Connection connection, String name) throws SQLException {
        return ScheduleRow.find(connection, name).map(ScheduleRow::state);
    }

    private static boolean lock(Connection connection, String name) throws SQLException {
        return !new Call(connection, ScheduleStatements.SCHEDULE_LOCK)
                .with(name)
                .query(row -> row.getInt(1))
                .isEmpty();
    }

    private static boolean add(Connection connection, Schedule schedule, Definition wanted) throws SQLException {
        Instant now = now(connection);
        try {
            return bound(
                                    new Call(connection, ScheduleStatements.SCHEDULE_INSERT),
                                    wanted,
                                    schedule.timing().next(now))
                            .with(schedule.name())
                            .update()
                    > 0;
        } catch (SQLException e) {
            if (e.getErrorCode() == DUPLICATE_ENTRY) {
                return false;
            }
            throw e;
        }
    }

    /** The next firing stays when the timing stays. */
    private static void change(Connection connection, ScheduleRow row, Schedule schedule, Definition wanted)
            throws SQLException {
        boolean same = row.definition().firesLike(wanted);
        bound(
                        new Call(connection, ScheduleStatements.SCHEDULE_CHANGE),
                        wanted,
                        same ? row.nextAt() : schedule.timing().next(row.now()))
                .with(same ? row.waitsFor().map(JobId::bytes).orElse(null) : null)
                .with(row.name())
                .update();
    }

    private static Call bound(Call call, Definition wanted, Optional<Instant> next) {
        return call.with(wanted.timing())
                .with(wanted.expression())
                .with(wanted.zone())
                .with(wanted.catchUp())
                .with(wanted.queue())
                .with(wanted.lane())
                .with(wanted.maxAttempts())
                .with(wanted.kind())
                .with(wanted.headers())
                .with(wanted.keys())
                .with(wanted.payload())
                .with(ScheduleRow.micros(next));
    }

    private static Instant now(Connection connection) throws SQLException {
        return new Call(connection, EnqueueStatements.CLOCK_READ)
                .query(row -> Instant.EPOCH.plus(row.getLong(1), ChronoUnit.MICROS))
                .get(0);
    }

    /** Whether there is one of this name. */
    public boolean pause(String name) {
        return update(ScheduleStatements.SCHEDULE_PAUSE, name, ReadBack.repeatable());
    }

    public boolean remove(String name) {
        return update(
                ScheduleStatements.SCHEDULE_REMOVE,
                name,
                (connection, there) ->
                        there && lock(connection, name) ? CommitVerdict.NOT_COMMITTED : CommitVerdict.COMMITTED);
    }

    private boolean update(String statement, String name, ReadBack<Boolean> readBack) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> {
                    boolean there = lock(connection, name);
                    new Call(connection, statement).with(name).update();
                    return there;
                },
                readBack);
    }

    public boolean resume(String name) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> {
                    boolean there = lock(connection, name);
                    if (there) {
                        ScheduleRow row = ScheduleRow.find(connection, name).orElseThrow();
                        if (row.pausedAt().isPresent()) {
                            resume(connection, row);
                        }
                    }
                    return there;
                },
                ReadBack.repeatable());
    }

    private static void resume(Connection connection, ScheduleRow row) throws SQLException {
        Optional<Instant> next = row.waitsFor().isPresent()
                ? row.nextAt()
                : row.nextAt().flatMap(due -> Moves.resumed(row.definition().readTiming(), due, row.now()));
        new Call(connection, ScheduleStatements.SCHEDULE_RESUME)
                .with(ScheduleRow.micros(next))
                .with(row.name())
                .update();
    }
}

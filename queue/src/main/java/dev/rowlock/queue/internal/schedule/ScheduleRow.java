package dev.rowlock.queue.internal.schedule;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.sql.ScheduleStatements;
import dev.rowlock.queue.schedule.Schedule;
import dev.rowlock.queue.schedule.ScheduleState;
import dev.rowlock.queue.schedule.UnreadableSchedule;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as its row was read, and the database's time then. Immutable.
 *
 * @param waitsFor the job whose end a fixed delay waits for; then {@code nextAt} is when to look again
 */
record ScheduleRow(
        String name,
        String queueName,
        Definition definition,
        Optional<Instant> nextAt,
        Optional<JobId> waitsFor,
        Optional<Instant> pausedAt,
        Optional<Instant> lastAt,
        Optional<JobId> lastJob,
        long fired,
        Instant now) {
    static Optional<ScheduleRow> find(Connection connection, String name) throws SQLException {
        return new Call(connection, ScheduleStatements.SCHEDULE_FIND)
                .with(name).query(ScheduleRow::read).stream().findFirst();
    }

    static List<ScheduleRow> list(Connection connection) throws SQLException {
        return new Call(connection, ScheduleStatements.SCHEDULE_LIST).query(ScheduleRow::read);
    }

    private static ScheduleRow read(ResultSet row) throws SQLException {
        return new ScheduleRow(
                text(row, 1),
                text(row, 7),
                new Definition(
                        text(row, 2),
                        text(row, 3),
                        text(row, 4),
                        row.getInt(5),
                        row.getInt(6),
                        row.getInt(8),
                        row.getInt(9),
                        text(row, 10),
                        text(row, 11),
                        text(row, 12),
                        ByteBuffer.wrap(row.getBytes(13))),
                time(row, 14),
                job(row, 15),
                time(row, 16),
                time(row, 17),
                job(row, 18),
                row.getLong(19),
                time(row, 20).orElseThrow());
    }

    private static String text(ResultSet row, int column) throws SQLException {
        return Objects.requireNonNull(row.getString(column));
    }

    private static Optional<Instant> time(ResultSet row, int column) throws SQLException {
        long micros = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(Instant.EPOCH.plus(micros, ChronoUnit.MICROS));
    }

    private static Optional<JobId> job(ResultSet row, int column) throws SQLException {
        byte[] bytes = row.getBytes(column);
        return bytes == null ? Optional.empty() : Optional.of(JobId.of(bytes));
    }

    /** As a parameter of a statement. */
    static @Nullable Long micros(Optional<Instant> time) {
        return time.map(instant -> ChronoUnit.MICROS.between(Instant.EPOCH, instant))
                .orElse(null);
    }

    /** @throws ConfigurationException when this process cannot read it */
    ScheduleState state() {
        try {
            return readState();
        } catch (ConfigurationException e) {
            throw new ConfigurationException("schedule " + name + " cannot be read here: " + e.getMessage(), e);
        }
    }

    private ScheduleState readState() {
        boolean fires = pausedAt.isEmpty() && waitsFor.isEmpty();
        return new ScheduleState(
                name,
                definition.readTiming(),
                definition.readCatchUp(),
                queueName,
                definition.kind(),
                pausedAt,
                fires ? nextAt : Optional.empty(),
                waitsFor,
                lastAt,
                lastJob,
                fired);
    }

    /** As it was defined. */
    Schedule schedule() {
        return new Schedule(name, definition.readTiming(), queueName, definition.plainJob(), definition.readCatchUp());
    }

    /** Why this process cannot read it, if so. */
    Optional<UnreadableSchedule> unreadable() {
        try {
            readState();
            return Optional.empty();
        } catch (ConfigurationException e) {
            return Optional.of(new UnreadableSchedule(name, String.valueOf(e.getMessage())));
        }
    }
}

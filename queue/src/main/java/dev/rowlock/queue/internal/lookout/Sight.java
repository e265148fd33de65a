package dev.rowlock.queue.internal.lookout;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.sql.LookStatements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What one look saw. Immutable.
 *
 * @param ready queues that have a job to claim and are not paused
 * @param dutyIsFree whether nobody keeps house
 * @param untilDue until the next delayed job of any queue is due; negative when it is overdue
 * @param untilFiring until the next schedule fires; negative when it is overdue
 */
public record Sight(
        Set<Integer> ready, boolean dutyIsFree, Optional<Duration> untilDue, Optional<Duration> untilFiring) {
    /** Microseconds in a day; kinds in quarantine wait for the year 9999. */
    private static final long FAR = 86_400_000_000L;

    private record Row(
            int queue,
            boolean paused,
            boolean claimable,
            boolean dutyIsFree,
            Optional<Duration> untilDue,
            Optional<Duration> untilFiring) {}

    /** Looks for these queues, one at least. */
    static Sight of(Connection connection, Collection<Integer> queues) throws SQLException {
        String names = String.join(", ", Collections.nCopies(queues.size(), "?"));
        Call call = new Call(connection, LookStatements.LOOK.replace("{queues}", names));
        queues.forEach(call::with);
        List<Row> rows = call.query(Sight::row);
        return new Sight(
                rows.stream()
                        .filter(row -> row.claimable() && !row.paused())
                        .map(Row::queue)
                        .collect(Collectors.toUnmodifiableSet()),
                rows.stream().anyMatch(Row::dutyIsFree),
                rows.stream().flatMap(row -> row.untilDue().stream()).findFirst(),
                rows.stream().flatMap(row -> row.untilFiring().stream()).findFirst());
    }

    /** Until somebody is to make jobs ready, the next delayed one or a schedule's. */
    Optional<Duration> untilReady() {
        return Stream.of(untilDue, untilFiring).flatMap(Optional::stream).min(Comparator.naturalOrder());
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(
                row.getInt(1), row.getBoolean(2), row.getBoolean(3), row.getBoolean(4), until(row, 5), until(row, 6));
    }

    private static Optional<Duration> until(ResultSet row, int column) throws SQLException {
        long micros = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(Duration.of(Math.min(micros, FAR), ChronoUnit.MICROS));
    }
}

package dev.rowlock.queue.internal.dead;

import dev.rowlock.mysql.CommitVerdict;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.DeadLetter;
import dev.rowlock.queue.DeadLetterFilter;
import dev.rowlock.queue.Ending;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.EndingCount;
import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.sql.DeadLetterStatements;
import dev.rowlock.queue.internal.sql.LineStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads, redrives and discards dead letters of one queue or of all, in a transaction that is open. Thread-safe. */
public final class DeadLetterStore {
    private static final JobId BEGIN = new JobId(new UUID(0, 0));

    /** What is to become of dead letters. */
    public enum Move {
        REDRIVE,
        DISCARD
    }

    /** A dead letter that a run has come to, and whether it is meant. */
    public record Seen(JobId id, boolean meant) {}

    /**
     * A dead letter that is locked.
     *
     * @param lined whether it came out of a line, to which it goes back, at its end
     */
    private record Locked(JobId id, int queue, boolean lined) {}

    private final @Nullable Integer queue;

    private DeadLetterStore(@Nullable Integer queue) {
        this.queue = queue;
    }

    public static DeadLetterStore of(int queue) {
        return new DeadLetterStore(queue);
    }

    public static DeadLetterStore ofAll() {
        return new DeadLetterStore(null);
    }

    public List<DeadLetter> list(Connection connection, @Nullable JobId after, int limit) throws SQLException {
        return here(new Call(connection, scoped(DeadLetterStatements.DEAD_LIST)))
                .with((after == null ? BEGIN : after).bytes())
                .with(limit)
                .query(row -> new DeadLetter(
                        JobId.of(row.getBytes(1)),
                        Objects.requireNonNull(row.getString(7)),
                        Objects.requireNonNull(row.getString(2)),
                        row.getInt(3),
                        Instant.EPOCH.plus(row.getLong(4), ChronoUnit.MICROS),
                        Objects.requireNonNull(row.getString(5)),
                        row.getString(6)));
    }

    /** The next that a run comes to, meant or not; empty at the end. */
    public List<Seen> next(Connection connection, DeadLetterFilter filter, @Nullable JobId after, int limit)
            throws SQLException {
        StringBuilder meant = new StringBuilder("1");
        List<Object> values = new ArrayList<>();
        filter.kind().ifPresent(kind -> {
            meant.append(DeadLetterStatements.OF_KIND);
            values.add(kind);
        });
        filter.reason().ifPresent(part -> {
            meant.append(DeadLetterStatements.WITH_REASON);
            values.add(part);
        });
        filter.from().ifPresent(time -> {
            meant.append(DeadLetterStatements.DIED_FROM);
            values.add(micros(time));
        });
        filter.before().ifPresent(time -> {
            meant.append(DeadLetterStatements.DIED_BEFORE);
            values.add(micros(time));
        });
        Call call = new Call(connection, scoped(DeadLetterStatements.DEAD_NEXT).replace("{meant}", meant));
        values.forEach(call::with);
        return here(call)
                .with((after == null ? BEGIN : after).bytes())
                .with(limit)
                .query(row -> new Seen(JobId.of(row.getBytes(1)), row.getBoolean(2)));
    }

    private static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    /** What time it is, by the clock that dead letters are dated with. */
    public Instant now(Connection connection) throws SQLException {
        long micros = new Call(connection, DeadLetterStatements.NOW)
                .query(row -> row.getLong(1))
                .get(0);
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** Moves those of them that are there and that nobody has locked; up to 500. Which. */
    public List<JobId> move(Connection connection, Move move, Collection<JobId> ids) throws SQLException {
        List<Locked> locked = lock(connection, ids);
        List<JobId> names = locked.stream().map(Locked::id).toList();
        if (names.isEmpty()) {
            return names;
        }
        if (move == Move.REDRIVE) {
            revive(connection, locked);
        } else {
            record(connection, locked, names);
        }
        named(connection, DeadLetterStatements.DEAD_REMOVE, names).update();
        return names;
    }

    private static void revive(Connection connection, List<Locked> locked) throws SQLException {
        List<JobId> plain =
                locked.stream().filter(one -> !one.lined()).map(Locked::id).toList();
        List<JobId> lined =
                locked.stream().filter(Locked::lined).map(Locked::id).toList();
        if (!plain.isEmpty()) {
            named(connection, DeadLetterStatements.DEAD_REVIVE, plain).update();
        }
        if (!lined.isEmpty()) {
            named(connection, LineStatements.DEAD_TO_LINE, lined).update();
            named(connection, LineStatements.DEAD_TICKETS, lined).update();
        }
    }

    /** What became of a move whose COMMIT was not answered: all were locked until then, so any of them tells. */
    public CommitVerdict readBack(Connection connection, List<JobId> moved) throws SQLException {
        return moved.isEmpty() || !isThere(connection, moved.get(0))
                ? CommitVerdict.COMMITTED
                : CommitVerdict.NOT_COMMITTED;
    }

    private static boolean isThere(Connection connection, JobId id) throws SQLException {
        return !new Call(connection, DeadLetterStatements.DEAD_READ_BACK)
                .with(id.bytes())
                .query(row -> row.getInt(1))
                .isEmpty();
    }

    private static void record(Connection connection, List<Locked> locked, List<JobId> names) throws SQLException {
        Call call = new Call(connection, DeadLetterStatements.DEAD_RECORD.replace("{ids}", Rows.names(names.size())))
                .with(Ending.DISCARDED.code());
        names.forEach(id -> call.with(id.bytes()));
        call.update();
        Map<Integer, Integer> byQueue = new TreeMap<>();
        locked.forEach(one -> byQueue.merge(one.queue(), 1, Integer::sum));
        for (Map.Entry<Integer, Integer> count : byQueue.entrySet()) {
            EndingCount.add(connection, count.getKey(), Ending.DISCARDED, count.getValue());
        }
    }

    private List<Locked> lock(Connection connection, Collection<JobId> ids) throws SQLException {
        if (ids.isEmpty()) {
            return List.of();
        }
        String statement = DeadLetterStatements.DEAD_LOCK + (queue == null ? "" : DeadLetterStatements.OF_QUEUE);
        Call call = named(
                connection,
                statement + DeadLetterStatements.PASSING,
                ids.stream().sorted().toList());
        return here(call).query(row -> new Locked(JobId.of(row.getBytes(1)), row.getInt(2), row.getBoolean(3)));
    }

    private String scoped(String statement) {
        return statement
                .replace("{index}", queue == null ? "PRIMARY" : "dead_queue")
                .replace("{queue}", queue == null ? "" : "d.queue_id = ? AND")
                .replace("{order}", queue == null ? "" : "d.queue_id,");
    }

    private Call here(Call call) {
        return queue == null ? call : call.with(queue);
    }

    private static Call named(Connection connection, String statement, List<JobId> ids) {
        Call call = new Call(connection, statement.replace("{ids}", Rows.names(ids.size())));
        ids.forEach(id -> call.with(id.bytes()));
        return call;
    }
}

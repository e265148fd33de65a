package dev.rowlock.queue.internal.work;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.line.Place;
import dev.rowlock.queue.internal.line.Ties;
import dev.rowlock.queue.internal.sql.CycleStatements;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds and locks free rows, in a transaction that is open. Keeps the texts of its statements, and which family the server is of. Used by one thread. */
final class Search {
    /**
     * A free row, locked.
     *
     * @param abandoned whether it was under a lease that has ended
     * @param nowMicros the database's clock
     * @param quarantined whether any kind is in quarantine
     * @param limited whether the queue or a kind has a limit
     */
    record Found(LeasedJob job, boolean abandoned, long nowMicros, Suspects.Quarantined quarantined, boolean limited) {
        boolean isHopeless() {
            return abandoned && job.attempts() + 1 >= job.maxAttempts();
        }
    }

    /**
     * What was found.
     *
     * @param passed all free rows that were seen, also those that others took meanwhile
     */
    record Result(List<Found> found, List<LeasedJob> passed) {}

    private static final byte[] NOTHING = {};

    private static final int MOST_TEXTS = 64;

    private final int queue;
    private final Map<Shape, String> texts = new HashMap<>();
    private @Nullable Boolean mariaDb;

    Search(int queue) {
        this.queue = queue;
    }

    /** Locks while it scans; on MariaDB it looks first and locks what it saw. */
    Result find(Connection connection, List<Cursor.Lane> lanes, List<Place> points, int limit) throws SQLException {
        Map<Integer, List<Place>> byLane = Shape.byLane(points);
        Shape shape = Shape.of(lanes, byLane);
        if (!isMariaDb(connection)) {
            Call call = new Call(connection, text(CycleStatements.JOB_CLAIM, shape)).with(queue);
            List<Found> found = scan(call, lanes, byLane, limit).query(Search::read);
            return new Result(found, found.stream().map(Found::job).toList());
        }
        Call look = new Call(connection, text(CycleStatements.JOB_LOOK, shape));
        List<LeasedJob> seen = scan(look, lanes, byLane, limit).query(Search::place);
        List<Found> found = new ArrayList<>(seen.size());
        for (List<LeasedJob> part : Groups.statements(seen)) {
            Groups groups = Groups.of(part);
            Call call = new Call(connection, groups.rows(CycleStatements.JOB_CLAIM_SEEN))
                    .with(queue)
                    .with(queue);
            found.addAll(groups.bindRows(call).query(Search::read));
        }
        return new Result(found, seen);
    }

    /** The driver knows it from the server's greeting. */
    private boolean isMariaDb(Connection connection) throws SQLException {
        Boolean known = mariaDb;
        if (known == null) {
            DatabaseMetaData server = connection.getMetaData();
            String names = server.getDatabaseProductName() + " " + server.getDatabaseProductVersion();
            known = names.toLowerCase(Locale.ROOT).contains("mariadb");
            mariaDb = known;
        }
        return known;
    }

    private String text(String statement, Shape shape) {
        if (texts.size() >= MOST_TEXTS) {
            texts.clear();
        }
        return texts.computeIfAbsent(shape, one -> one.in(statement));
    }

    private Call scan(Call call, List<Cursor.Lane> lanes, Map<Integer, List<Place>> points, int limit) {
        call.with(queue);
        for (Cursor.Lane lane : lanes) {
            call.with(lane.priority()).with(lane.after().bytes());
        }
        points.forEach((lane, each) -> {
            call.with(lane);
            each.forEach(point -> call.with(point.id().bytes()));
        });
        return call.with(queue).with(limit);
    }

    private static LeasedJob place(ResultSet row) throws SQLException {
        return new LeasedJob(row.getInt(1), JobId.of(row.getBytes(2)), 0, 0, 0, "", "", NOTHING);
    }

    private static Found read(ResultSet row) throws SQLException {
        LeasedJob job = new LeasedJob(
                row.getInt(1),
                JobId.of(row.getBytes(2)),
                row.getLong(3),
                row.getInt(4),
                row.getInt(5),
                Objects.requireNonNull(row.getString(6)),
                Objects.requireNonNull(row.getString(7)),
                row.getBytes(8),
                Ties.read(row, 12));
        return new Found(
                job,
                row.getBoolean(9),
                row.getLong(10),
                row.getBoolean(11) ? Suspects.Quarantined.SOME : Suspects.Quarantined.NONE,
                row.getBoolean(15));
    }
}

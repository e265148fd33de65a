package dev.rowlock.queue.internal.work;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.sql.CycleStatements;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/** Claims jobs, in a transaction that is open (A1, A2, A6). Holds no state. */
final class Claiming {
    /**
     * What a claim found.
     *
     * @param taken jobs now under a lease of ours
     * @param passed all free rows it saw, in its order, also those given up at the attempt limit or taken by others meanwhile
     * @param buried how many were given up
     */
    record Claim(List<LeasedJob> taken, List<LeasedJob> passed, int buried) {
        static final Claim NONE = new Claim(List.of(), List.of(), 0);
    }

    private record Found(LeasedJob job, boolean abandoned, long nowMicros, Suspects.Quarantined quarantined) {}

    private record Search(List<Found> found, List<LeasedJob> passed) {}

    private static final byte[] NOTHING = {};

    private static final Ruling.Failed GONE =
            new Ruling.Failed("the worker that held the job is gone: its lease ended without a result", null);

    private final int queue;
    private final long leaseMicros;
    private final Settling settling;
    private final Suspects suspects;

    Claiming(int queue, long leaseMicros, Settling settling) {
        this.suspects = new Suspects(queue, Duration.of(leaseMicros, ChronoUnit.MICROS));
        this.queue = queue;
        this.leaseMicros = leaseMicros;
        this.settling = settling;
    }

    Claim claim(Connection connection, List<Cursor.Lane> lanes, int limit) throws SQLException {
        Search search = find(connection, lanes, limit);
        List<Found> found = search.found();
        if (found.isEmpty()) {
            return new Claim(List.of(), search.passed(), 0);
        }
        // Grows with every claim of a row, and is one for the whole batch (facts 1.8).
        long token = found.get(0).nowMicros();
        List<LeasedJob> taken = new ArrayList<>(found.size());
        List<LeasedJob> hopeless = new ArrayList<>();
        List<LeasedJob> parked = new ArrayList<>();
        List<LeasedJob> again = new ArrayList<>();
        Suspects.Known known = suspects.examine(
                connection,
                found.stream().filter(Found::abandoned).map(Found::job).toList(),
                found.get(0).quarantined());
        for (Found row : found) {
            token = Math.max(token, row.job().token() + 1);
        }
        for (Found row : found) {
            LeasedJob job = row.job();
            if (row.abandoned() && job.attempts() + 1 >= job.maxAttempts()) {
                hopeless.add(job);
            } else if (known.kinds().contains(job.kind())) {
                settling.fail(connection, job, row.abandoned() ? GONE : null);
                parked.add(job);
            } else if (!row.abandoned()) {
                taken.add(under(job, token, job.attempts()));
            } else if (known.again().contains(job.id())) {
                again.add(job);
            } else {
                settling.fail(connection, job, GONE);
                taken.add(under(job, token, job.attempts() + 1));
            }
        }
        settling.buryLocked(connection, hopeless, GONE);
        settling.putOffLocked(connection, again, suspects::apart, GONE);
        suspects.park(connection, parked);
        settling.remove(connection, parked);
        take(connection, taken, token);
        return new Claim(taken, search.passed(), hopeless.size());
    }

    /** Locks while it scans; on MariaDB it looks first and locks what it saw. */
    private Search find(Connection connection, List<Cursor.Lane> lanes, int limit) throws SQLException {
        if (!isMariaDb(connection)) {
            List<Found> found =
                    scan(connection, CycleStatements.JOB_CLAIM, lanes, limit).query(Claiming::read);
            return new Search(found, found.stream().map(Found::job).toList());
        }
        List<LeasedJob> seen =
                scan(connection, CycleStatements.JOB_LOOK, lanes, limit).query(Claiming::place);
        List<Found> found = new ArrayList<>(seen.size());
        for (List<LeasedJob> part : Groups.statements(seen)) {
            Groups groups = Groups.of(part);
            Call call = new Call(connection, groups.rows(CycleStatements.JOB_CLAIM_SEEN)).with(queue);
            found.addAll(groups.bindRows(call).query(Claiming::read));
        }
        return new Search(found, seen);
    }

    /** The driver knows it from the server's greeting. */
    private static boolean isMariaDb(Connection connection) throws SQLException {
        DatabaseMetaData server = connection.getMetaData();
        String names = server.getDatabaseProductName() + " " + server.getDatabaseProductVersion();
        return names.toLowerCase(Locale.ROOT).contains("mariadb");
    }

    private Call scan(Connection connection, String statement, List<Cursor.Lane> lanes, int limit) {
        String pieces =
                lanes.stream().map(lane -> "(" + CycleStatements.LANE + ")").collect(Collectors.joining(" OR "));
        Call call = new Call(connection, statement.replace("{lanes}", pieces)).with(queue);
        for (Cursor.Lane lane : lanes) {
            call.with(lane.priority()).with(lane.after().bytes());
        }
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
                row.getBytes(8));
        return new Found(
                job,
                row.getBoolean(9),
                row.getLong(10),
                row.getBoolean(11) ? Suspects.Quarantined.SOME : Suspects.Quarantined.NONE);
    }

    private void take(Connection connection, List<LeasedJob> jobs, long token) throws SQLException {
        for (List<LeasedJob> part : Groups.statements(jobs)) {
            Groups groups = Groups.of(part);
            Call call = new Call(connection, groups.rows(CycleStatements.JOB_TAKE))
                    .with(token)
                    .with(leaseMicros)
                    .with(queue);
            groups.bindRows(call).update();
        }
    }

    private static LeasedJob under(LeasedJob job, long token, int attempts) {
        return new LeasedJob(
                job.priority(), job.id(), token, attempts, job.maxAttempts(), job.kind(), job.headers(), job.payload());
    }
}

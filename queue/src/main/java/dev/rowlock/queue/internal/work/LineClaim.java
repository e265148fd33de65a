package dev.rowlock.queue.internal.work;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.UniqueWhile;
import dev.rowlock.queue.internal.line.Admission;
import dev.rowlock.queue.internal.line.LineKey;
import dev.rowlock.queue.internal.line.LinedJob;
import dev.rowlock.queue.internal.line.Place;
import dev.rowlock.queue.internal.line.Ticket;
import dev.rowlock.queue.internal.line.Tickets;
import dev.rowlock.queue.internal.sql.LineStatements;
import dev.rowlock.queue.internal.unique.UniqueName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a claim makes of the tickets it has locked: jobs of lines. Holds no state. */
final class LineClaim {
    /**
     * What came of tickets.
     *
     * @param jobs to be taken with the claim; they still stand in their lines
     * @param left where rows stand that are ready for the next claim
     * @param stuck tickets that stay as they were
     */
    record Admitted(List<LinedJob> jobs, List<Place> left, int stuck) {
        static final Admitted NONE = new Admitted(List.of(), List.of(), 0);
    }

    private final int queue;
    private final Admission admission;
    private final Settling settling;

    LineClaim(int queue, Settling settling) {
        this.queue = queue;
        this.admission = new Admission(queue);
        this.settling = settling;
    }

    static boolean isTicket(LeasedJob row) {
        return row.kind().equals(Tickets.KIND);
    }

    /**
     * Lets jobs out of the lines of these tickets.
     *
     * @param room jobs to let out besides one for each ticket
     * @param aside kinds of jobs that are not to run
     */
    Admitted admit(Connection connection, List<LeasedJob> rows, int room, Set<String> aside) throws SQLException {
        List<Ticket> tickets = rows.stream()
                .map(row -> new Ticket(
                        new Place(row.priority(), row.id()),
                        Objects.requireNonNull(row.ties().line())))
                .toList();
        Admission.Result result = admission.admit(connection, tickets, tickets.size() + room);
        Set<Place> used = result.used().stream().map(Ticket::place).collect(Collectors.toSet());
        settling.remove(
                connection,
                rows.stream()
                        .filter(row -> used.contains(new Place(row.priority(), row.id())))
                        .toList());
        // Not due, still to give back its key, or to be put aside: the claims that come find it where it belongs.
        List<LinedJob> put =
                result.jobs().stream().filter(job -> !isTakenAtOnce(job, aside)).toList();
        admission.place(connection, put);
        List<Place> left =
                new ArrayList<>(result.kept().stream().map(Ticket::place).toList());
        put.stream().filter(job -> !job.early()).map(LinedJob::place).forEach(left::add);
        return new Admitted(
                result.jobs().stream().filter(job -> isTakenAtOnce(job, aside)).toList(),
                left,
                result.kept().size());
    }

    private static boolean isTakenAtOnce(LinedJob job, Set<String> aside) {
        String unique = job.unique();
        return !job.early()
                && !aside.contains(job.kind())
                && (unique == null || UniqueName.of(unique).until() != UniqueWhile.PENDING || job.token() > 0);
    }

    /** Moves locked jobs to the lines of their kinds. Where tickets stand that tell of them. */
    List<Place> queueUp(Connection connection, List<LeasedJob> jobs) throws SQLException {
        for (List<LeasedJob> part : Groups.statements(jobs)) {
            Groups groups = Groups.of(part);
            groups.bindRows(new Call(connection, groups.rows(LineStatements.JOB_TO_LINE_OF_KIND)).with(queue))
                    .update();
        }
        settling.remove(connection, jobs);
        // Jobs come in the order of claims, so the first of a kind is its most urgent.
        Map<String, Ticket> tickets = new TreeMap<>();
        for (LeasedJob job : jobs) {
            String line = LineKey.ofKind(job.kind());
            tickets.computeIfAbsent(
                    line, name -> new Ticket(new Place(job.priority(), Tickets.beside(job.id())), name));
        }
        Tickets.leave(connection, queue, tickets.values());
        return tickets.values().stream().map(Ticket::place).toList();
    }

    /** Takes them under the claim's lease. */
    List<LeasedJob> take(Connection connection, List<LinedJob> jobs, long token, long leaseMicros) throws SQLException {
        admission.placeLeased(connection, jobs, token, leaseMicros);
        return jobs.stream()
                .map(job -> new LeasedJob(
                        job.priority(),
                        job.id(),
                        token,
                        job.attempts(),
                        job.maxAttempts(),
                        job.kind(),
                        job.headers(),
                        job.payload(),
                        job.ties()))
                .toList();
    }
}

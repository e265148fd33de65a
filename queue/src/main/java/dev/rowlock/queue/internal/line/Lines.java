package dev.rowlock.queue.internal.line;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.sql.LineStatements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Reads, locks and moves jobs that wait in the lines of one queue, in a transaction that is open. Holds no state. */
final class Lines {
    /**
     * The beginning of an ordered line.
     *
     * @param seq of its first job; 0 for none
     * @param isTaken whether somebody has its slot
     */
    record Head(String line, long seq, boolean isTaken) {}

    /** A row of the union that finds who is first. */
    private record First(String line, long seq) {}

    /**
     * Jobs named in one statement. Each has a condition of its own, and the server tries one after the other for every row: ten times as many names cost a row ten
     * times as much.
     */
    static final int MOST_JOBS = 100;

    private final int queue;

    Lines(int queue) {
        this.queue = queue;
    }

    /** Who is first in the lines of these tickets, which stand among the ready jobs; lines where nobody waits are left out. */
    Map<String, List<Long>> firstOfTickets(Connection connection, Collection<Ticket> tickets) throws SQLException {
        return tickets.isEmpty()
                ? new TreeMap<>()
                : first(ofTickets(connection, LineStatements.LINED_FIRST_OF_TICKETS, tickets));
    }

    /** How these ordered lines begin. */
    Map<String, Head> heads(Connection connection, Collection<Ticket> tickets) throws SQLException {
        Map<String, Head> heads = new TreeMap<>();
        for (Head head : ofTickets(connection, LineStatements.LINE_HEADS, tickets)
                .query(row -> new Head(Objects.requireNonNull(row.getString(1)), row.getLong(2), row.getBoolean(3)))) {
            heads.put(head.line(), head);
        }
        return heads;
    }

    private Call ofTickets(Connection connection, String statement, Collection<Ticket> tickets) throws SQLException {
        Map<Integer, List<Ticket>> byLane = new TreeMap<>();
        tickets.forEach(ticket -> byLane.computeIfAbsent(ticket.place().priority(), lane -> new ArrayList<>())
                .add(ticket));
        String pieces = byLane.values().stream()
                .map(each -> "(" + LineStatements.TICKETS.replace("{ids}", Rows.names(each.size())) + ")")
                .collect(Collectors.joining(" OR "));
        Call call = new Call(connection, statement.replace("{tickets}", pieces)).with(queue);
        byLane.forEach((lane, each) -> {
            call.with(lane);
            each.forEach(ticket -> call.with(ticket.place().id().bytes()));
        });
        return call;
    }

    /** Who is first in ordered lines whose slot is in use. */
    Map<String, List<Long>> firstOfSlots(Connection connection, Collection<String> names) throws SQLException {
        Call call = new Call(connection, LineStatements.LINED_FIRST_OF_SLOTS.replace("{ids}", Rows.names(names.size())))
                .with(queue);
        names.forEach(call::with);
        return names.isEmpty() ? new TreeMap<>() : first(call);
    }

    private static Map<String, List<Long>> first(Call call) throws SQLException {
        Map<String, List<Long>> first = new TreeMap<>();
        for (First row : call.query(Lines::readFirst)) {
            if (row.seq() > 0) {
                first.put(row.line(), List.of(row.seq()));
            }
        }
        return first;
    }

    private static First readFirst(ResultSet row) throws SQLException {
        return new First(Objects.requireNonNull(row.getString(1)), row.getLong(2));
    }

    /** Who is first in lines, as many of each as are wanted; lines where nobody waits are left out. Dear for many lines. */
    Map<String, List<Long>> first(Connection connection, Map<String, Integer> wanted) throws SQLException {
        Map<String, List<Long>> first = new TreeMap<>();
        if (wanted.isEmpty()) {
            return first;
        }
        String parts = wanted.keySet().stream()
                .map(line -> LineStatements.LINED_FIRST)
                .collect(Collectors.joining(LineStatements.AND_OF_THE_NEXT));
        Call call = new Call(connection, parts);
        wanted.forEach((line, most) -> call.with(queue).with(line).with(most));
        for (First row : call.query(Lines::readFirst)) {
            first.computeIfAbsent(row.line(), line -> new ArrayList<>()).add(row.seq());
        }
        first.values().forEach(seqs -> seqs.sort(null));
        return first;
    }

    /** Those of them that nobody else has locked, with all that a worker needs. */
    List<LinedJob> lock(Connection connection, Map<String, List<Long>> seqs) throws SQLException {
        return seqs.isEmpty()
                ? List.of()
                : named(connection, LineStatements.LINED_LOCK, seqs).query(Lines::read);
    }

    /** The same, with where they stand. */
    List<LinedJob> lockPlaces(Connection connection, Map<String, List<Long>> seqs) throws SQLException {
        return seqs.isEmpty()
                ? List.of()
                : named(connection, LineStatements.LINED_LOCK_PLACES, seqs)
                        .query(row -> LinedJob.at(
                                Objects.requireNonNull(row.getString(1)),
                                row.getLong(2),
                                JobId.of(row.getBytes(3)),
                                row.getInt(4),
                                row.getBoolean(5)));
    }

    private Call named(Connection connection, String statement, Map<String, List<Long>> seqs) {
        ByLine names = new ByLine();
        seqs.forEach((line, each) -> each.forEach(seq -> names.add(line, seq)));
        return names.bind(new Call(connection, names.in(statement, "{lined}", LineStatements.LINED)).with(queue));
    }

    /** Moves locked jobs, each with the slot it was given, to where claims look. */
    void admit(Connection connection, List<LinedJob> jobs) throws SQLException {
        move(
                connection,
                LineStatements.LINED_ADMIT
                        .replace("{token}", LineStatements.AS_IT_WAS)
                        .replace("{until}", LineStatements.READY),
                jobs,
                List.of());
    }

    /** The same under a lease from the start. */
    void admitLeased(Connection connection, List<LinedJob> jobs, long token, long leaseMicros) throws SQLException {
        move(
                connection,
                LineStatements.LINED_ADMIT.replace("{token}", "?").replace("{until}", LineStatements.LEASED),
                jobs,
                List.of(token, leaseMicros));
    }

    /** Moves jobs that are first and not due yet to where delayed jobs wait. */
    void delay(Connection connection, List<LinedJob> jobs) throws SQLException {
        move(connection, LineStatements.LINED_DELAY, jobs, List.of());
    }

    private void move(Connection connection, String statement, List<LinedJob> jobs, List<Long> lease)
            throws SQLException {
        for (int from = 0; from < jobs.size(); from += MOST_JOBS) {
            List<LinedJob> part = jobs.subList(from, Math.min(jobs.size(), from + MOST_JOBS));
            boolean alike = part.stream().mapToInt(LinedJob::slot).distinct().count() == 1;
            ByLine names = names(part);
            Call call = new Call(
                    connection,
                    names.in(statement, "{lined}", LineStatements.LINED)
                            .replace(
                                    "{slot}", alike ? String.valueOf(part.get(0).slot()) : slotOfEach(part)));
            lease.forEach(call::with);
            if (!alike) {
                part.forEach(job -> call.with(job.id().bytes()));
            }
            names.bind(call.with(queue)).update();
            names.bind(new Call(connection, names.in(LineStatements.LINED_REMOVE, "{lined}", LineStatements.LINED))
                            .with(queue))
                    .update();
        }
    }

    private static String slotOfEach(List<LinedJob> jobs) {
        String numbers = jobs.stream().map(job -> String.valueOf(job.slot())).collect(Collectors.joining(", "));
        return LineStatements.SLOT_EACH
                .replace("{ids}", Rows.names(jobs.size()))
                .replace("{slots}", numbers);
    }

    private static ByLine names(List<LinedJob> jobs) {
        ByLine names = new ByLine();
        jobs.forEach(job -> names.add(job.line(), job.seq()));
        return names;
    }

    private static LinedJob read(ResultSet row) throws SQLException {
        return new LinedJob(
                Objects.requireNonNull(row.getString(1)),
                row.getLong(2),
                JobId.of(row.getBytes(3)),
                row.getInt(4),
                row.getBoolean(5),
                Ties.NO_SLOT,
                row.getLong(6),
                row.getInt(7),
                row.getInt(8),
                row.getString(9),
                Objects.requireNonNull(row.getString(10)),
                Objects.requireNonNull(row.getString(11)),
                row.getBytes(12));
    }
}

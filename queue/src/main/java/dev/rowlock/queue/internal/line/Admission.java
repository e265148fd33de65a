package dev.rowlock.queue.internal.line;

import dev.rowlock.queue.internal.line.LineVerdict.Fate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Lets jobs out of lines for the tickets that a claim has locked, in the claim's transaction. Nothing in it waits: a line whose first row somebody
 * has locked is left as it is, and its ticket is found again.
 *
 * <p>Who lets jobs out of a line holds the lock of its first row, and reads the line's slots under it: so a limit is kept exactly, and no
 * row is there for the lock only. Holds no state.
 */
public final class Admission {
    /** Lines looked at with one statement. */
    private static final int MOST_LINES = 200;

    /**
     * What came of the tickets.
     *
     * @param jobs let out and still to be moved, each with its slot
     * @param used tickets to be removed
     * @param kept tickets that are to be found again
     */
    public record Result(List<LinedJob> jobs, List<Ticket> used, List<Ticket> kept) {
        public static final Result NONE = new Result(List.of(), List.of(), List.of());
    }

    private final int queue;
    private final Lines lines;
    private final Slots slots;

    public Admission(int queue) {
        this.queue = queue;
        this.lines = new Lines(queue);
        this.slots = new Slots(queue);
    }

    /**
     * Looks at the lines of these tickets.
     *
     * @param room jobs to let out, at least one for each ticket
     */
    public Result admit(Connection connection, List<Ticket> tickets, int room) throws SQLException {
        Map<String, List<Ticket>> byLine = new TreeMap<>();
        tickets.forEach(ticket ->
                byLine.computeIfAbsent(ticket.line(), line -> new ArrayList<>()).add(ticket));
        Result result = new Result(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Map<String, List<Ticket>> ordered = new TreeMap<>(byLine);
        ordered.keySet().removeIf(line -> !LineKey.isOrdered(line));
        byLine.keySet().removeAll(ordered.keySet());
        admitOrdered(connection, ordered, result);
        if (!byLine.isEmpty()) {
            admitLimited(connection, byLine, room - ordered.size(), result);
        }
        return result;
    }

    private void admitOrdered(Connection connection, Map<String, List<Ticket>> byLine, Result result)
            throws SQLException {
        List<String> names = List.copyOf(byLine.keySet());
        for (int from = 0; from < names.size(); from += Lines.MOST_JOBS) {
            List<String> part = names.subList(from, Math.min(names.size(), from + Lines.MOST_JOBS));
            OrderedRound round = new OrderedRound(connection, lines, slots, first(byLine, part));
            round.run();
            result.jobs().addAll(round.jobs());
            for (String line : part) {
                settle(connection, round.verdict(line), byLine.getOrDefault(line, List.of()), result);
            }
        }
    }

    private static List<Ticket> first(Map<String, List<Ticket>> byLine, List<String> names) {
        return names.stream()
                .map(line -> byLine.getOrDefault(line, List.of()).get(0))
                .toList();
    }

    private void admitLimited(Connection connection, Map<String, List<Ticket>> byLine, int room, Result result)
            throws SQLException {
        LimitTable limits = LimitTable.read(connection, queue);
        List<String> names = List.copyOf(byLine.keySet());
        int left = room;
        for (int from = 0; from < names.size(); from += MOST_LINES) {
            List<String> part = names.subList(from, Math.min(names.size(), from + MOST_LINES));
            Round round = new Round(connection, lines, slots, limits, first(byLine, part));
            round.run(left - (names.size() - from - part.size()));
            left -= round.jobs().size();
            result.jobs().addAll(round.jobs());
            for (String line : part) {
                settle(connection, round.verdict(line), byLine.getOrDefault(line, List.of()), result);
            }
        }
    }

    private void settle(Connection connection, LineVerdict verdict, List<Ticket> tickets, Result result)
            throws SQLException {
        // One is enough, and it stays where the claim found it or comes back when there is more of the rate.
        Ticket first = tickets.get(0);
        result.used().addAll(tickets.subList(1, tickets.size()));
        if (verdict.fate() == Fate.KEPT) {
            result.kept().add(first);
        } else {
            if (verdict.fate() == Fate.LATER) {
                Tickets.delay(connection, queue, first, verdict.waitMicros());
            }
            result.used().add(first);
        }
    }

    /** Moves jobs that were let out to where claims look; those that are not due yet to where delayed jobs wait. */
    public void place(Connection connection, List<LinedJob> jobs) throws SQLException {
        lines.admit(connection, jobs.stream().filter(job -> !job.early()).toList());
        lines.delay(connection, jobs.stream().filter(LinedJob::early).toList());
    }

    /** The same under a lease from the start; of jobs that are due. */
    public void placeLeased(Connection connection, List<LinedJob> jobs, long token, long leaseMicros)
            throws SQLException {
        lines.admitLeased(connection, jobs, token, leaseMicros);
    }
}

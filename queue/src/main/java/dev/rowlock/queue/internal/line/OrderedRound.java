package dev.rowlock.queue.internal.line;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Some ordered lines with tickets, looked at together in an open transaction. As {@link Round}, and in half as many statements, since such a line has one slot and
 * lets out one job: the slot is inserted, and that it could be says that nobody has it. Used once.
 */
final class OrderedRound {
    private final Connection connection;
    private final Lines lines;
    private final Slots slots;
    private final List<Ticket> tickets;
    private final List<LinedJob> jobs = new ArrayList<>();
    private final Map<String, LineVerdict> verdicts = new TreeMap<>();

    OrderedRound(Connection connection, Lines lines, Slots slots, List<Ticket> tickets) {
        this.connection = connection;
        this.lines = lines;
        this.slots = slots;
        this.tickets = tickets;
    }

    List<LinedJob> jobs() {
        return jobs;
    }

    /** Kept where somebody has the line's first job locked, or its slot. */
    LineVerdict verdict(String line) {
        return verdicts.getOrDefault(line, LineVerdict.KEPT);
    }

    void run() throws SQLException {
        Map<String, Lines.Head> heads = lines.heads(connection, tickets);
        Map<String, List<Long>> free = new TreeMap<>();
        List<Slot> busy = new ArrayList<>();
        for (Ticket ticket : tickets) {
            Lines.Head head = heads.get(ticket.line());
            if (head == null || head.seq() == 0) {
                verdicts.put(ticket.line(), LineVerdict.USED);
            } else if (head.isTaken()) {
                busy.add(new Slot(ticket.line(), Slot.OF_ORDERED, Slot.NOBODY, 0));
            } else {
                free.put(ticket.line(), List.of(head.seq()));
            }
        }
        letOut(lines.lock(connection, free));
        dropWhereSomebodyWillLook(busy);
    }

    private void letOut(List<LinedJob> locked) throws SQLException {
        List<LinedJob> out =
                locked.stream().map(job -> job.with(Slot.OF_ORDERED)).toList();
        List<Slot> wanted = out.stream()
                .map(job -> new Slot(job.line(), Slot.OF_ORDERED, job.id(), 0))
                .toList();
        if (!slots.takeAll(connection, wanted)) {
            // An earlier job of some line was committed in between, and somebody let it out meanwhile.
            Set<Slot> ours = slots.take(connection, wanted);
            out = out.stream()
                    .filter(job -> ours.contains(new Slot(job.line(), Slot.OF_ORDERED, job.id(), 0)))
                    .toList();
        }
        jobs.addAll(out);
        // Who was let out looks at the line when it is over.
        out.forEach(job -> verdicts.put(job.line(), LineVerdict.USED));
    }

    /** Whose slot we have locked ends after our commit, and then looks at the line. */
    private void dropWhereSomebodyWillLook(List<Slot> busy) throws SQLException {
        if (!busy.isEmpty()) {
            for (Slot slot : slots.lock(connection, busy)) {
                verdicts.put(slot.line(), LineVerdict.USED);
            }
        }
    }
}

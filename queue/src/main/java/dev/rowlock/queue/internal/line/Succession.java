package dev.rowlock.queue.internal.line;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Hands the slots of jobs that are over to the next of their lines, in the transaction that writes so. The slots are locked; what of the lines
 * somebody else has locked is left to a ticket. Holds no state.
 */
public final class Succession {
    /** Lines looked at with one statement. */
    private static final int MOST_LINES = 200;

    /** A slot that is given up, and where its job stood. */
    public record Freed(Slot slot, Place place) {}

    private final int queue;
    private final Lines lines;
    private final Slots slots;

    public Succession(int queue) {
        this.queue = queue;
        this.lines = new Lines(queue);
        this.slots = new Slots(queue);
    }

    /** Where jobs and tickets stand that are ready now, behind every cursor. */
    public List<Place> follow(Connection connection, List<Freed> freed) throws SQLException {
        Map<String, List<Freed>> byLine = new TreeMap<>();
        freed.forEach(one -> byLine.computeIfAbsent(one.slot().line(), line -> new ArrayList<>())
                .add(one));
        boolean limited = byLine.keySet().stream().anyMatch(line -> !LineKey.isOrdered(line));
        LimitTable limits = limited ? LimitTable.read(connection, queue) : LimitTable.NONE;
        List<Place> ready = new ArrayList<>();
        List<String> names = List.copyOf(byLine.keySet());
        for (int from = 0; from < names.size(); from += MOST_LINES) {
            Map<String, List<Freed>> part = new TreeMap<>();
            names.subList(from, Math.min(names.size(), from + MOST_LINES))
                    .forEach(line -> part.put(line, byLine.getOrDefault(line, List.of())));
            follow(connection, limits, part, ready);
        }
        return ready;
    }

    private void follow(Connection connection, LimitTable limits, Map<String, List<Freed>> freed, List<Place> ready)
            throws SQLException {
        Map<String, Integer> wanted = new TreeMap<>();
        freed.forEach((line, each) -> wanted.put(line, each.size()));
        Map<String, List<Long>> first = first(connection, wanted);
        Map<String, List<Long>> handed = new TreeMap<>();
        first.forEach((line, seqs) -> {
            if (isHandedOn(limits.of(line), freed.getOrDefault(line, List.of()))) {
                handed.put(line, seqs);
            }
        });
        Map<String, List<LinedJob>> locked = new TreeMap<>();
        for (LinedJob job : lines.lockPlaces(connection, handed)) {
            locked.computeIfAbsent(job.line(), line -> new ArrayList<>()).add(job);
        }
        List<LinedJob> jobs = new ArrayList<>();
        List<Slot> given = new ArrayList<>();
        List<Slot> free = new ArrayList<>();
        List<Ticket> tickets = new ArrayList<>();
        freed.forEach((line, each) -> {
            List<LinedJob> next = locked.getOrDefault(line, List.of());
            for (int at = 0; at < each.size(); at++) {
                Slot slot = each.get(at).slot();
                if (at < next.size()) {
                    jobs.add(next.get(at).with(slot.number()));
                    given.add(new Slot(line, slot.number(), next.get(at).id(), 0));
                } else {
                    free.add(slot);
                }
            }
            if (next.size() < first.getOrDefault(line, List.of()).size()) {
                Place place = each.get(0).place();
                tickets.add(new Ticket(new Place(place.priority(), Tickets.beside(place.id())), line));
            }
        });
        write(connection, jobs, given, free, tickets);
        jobs.stream().filter(job -> !job.early()).map(LinedJob::place).forEach(ready::add);
        tickets.stream().map(Ticket::place).forEach(ready::add);
    }

    private Map<String, List<Long>> first(Connection connection, Map<String, Integer> wanted) throws SQLException {
        Map<String, Integer> limited = new TreeMap<>(wanted);
        limited.keySet().removeIf(LineKey::isOrdered);
        Map<String, List<Long>> first = lines.first(connection, limited);
        first.putAll(lines.firstOfSlots(
                connection, wanted.keySet().stream().filter(LineKey::isOrdered).toList()));
        return first;
    }

    /** With a rate, or above a limit that was lowered, who is next has to be admitted like the first. */
    private static boolean isHandedOn(Limits limits, List<Freed> freed) {
        return !limits.hasRate() && freed.stream().allMatch(one -> one.slot().number() < limits.concurrent());
    }

    private void write(
            Connection connection, List<LinedJob> jobs, List<Slot> given, List<Slot> free, List<Ticket> tickets)
            throws SQLException {
        if (!jobs.isEmpty()) {
            slots.handOn(connection, given);
            List<LinedJob> due = jobs.stream().filter(job -> !job.early()).toList();
            lines.admit(connection, due);
            lines.delay(connection, jobs.stream().filter(LinedJob::early).toList());
        }
        slots.free(connection, free);
        Tickets.leave(connection, queue, tickets);
    }
}

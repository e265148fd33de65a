package dev.rowlock.queue.internal.line;

import dev.rowlock.queue.internal.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;

/** Some lines with tickets, looked at together in an open transaction: who is let out, and what becomes of the tickets. Used once. */
final class Round {
    private final Connection connection;
    private final Lines lines;
    private final Slots slots;
    private final LimitTable limits;
    private final List<Ticket> tickets;
    private final List<String> names;
    private final List<LinedJob> jobs = new ArrayList<>();
    private final Map<String, LineVerdict> verdicts = new TreeMap<>();
    private final Map<String, Slot> watched = new TreeMap<>();
    private final Map<String, Integer> wanted = new TreeMap<>();

    Round(Connection connection, Lines lines, Slots slots, LimitTable limits, List<Ticket> tickets) {
        this.connection = connection;
        this.lines = lines;
        this.slots = slots;
        this.limits = limits;
        this.tickets = tickets;
        this.names = tickets.stream().map(Ticket::line).toList();
    }

    List<LinedJob> jobs() {
        return jobs;
    }

    LineVerdict verdict(String line) {
        return verdicts.getOrDefault(line, LineVerdict.KEPT);
    }

    void run(int room) throws SQLException {
        glance(room);
        Map<String, List<Long>> first = first();
        wanted.keySet().stream()
                .filter(line -> !first.containsKey(line))
                .forEach(line -> verdicts.put(line, LineVerdict.USED));
        Map<String, List<LinedJob>> locked = locked(first);
        // Nobody else lets jobs out of these lines now.
        Map<String, Use> uses = slots.read(connection, locked.keySet());
        Map<String, Gift> gifts = new TreeMap<>();
        for (Map.Entry<String, List<LinedJob>> line : locked.entrySet()) {
            String name = line.getKey();
            Use use = Objects.requireNonNull(uses.get(name));
            int seen = Objects.requireNonNull(first.get(name)).size();
            gifts.put(name, gift(line.getValue(), use, limits.of(name), seen, seen < wanted.getOrDefault(name, 0)));
        }
        take(gifts);
        dropWhereSomebodyWillLook();
    }

    private Map<String, List<Long>> first() throws SQLException {
        Map<String, Integer> many = new TreeMap<>(wanted);
        many.values().removeIf(most -> most == 1);
        Map<String, List<Long>> first = lines.first(connection, many);
        first.putAll(lines.firstOfTickets(
                connection,
                tickets.stream()
                        .filter(ticket -> wanted.getOrDefault(ticket.line(), 0) == 1)
                        .toList()));
        return first;
    }

    /** Who is at work, without locks: lines that are used up need no further look. */
    private void glance(int room) throws SQLException {
        Map<String, Use> uses = slots.read(connection, names);
        int left = room;
        int linesLeft = names.size();
        for (String line : names) {
            Use use = Objects.requireNonNull(uses.get(line));
            Limits held = limits.of(line);
            int free = Math.min(use.free(held), use.freeRate(held));
            linesLeft--;
            if (free > 0) {
                int most = Math.min(Math.min(free, Rows.MOST_NAMES), Math.max(1, left - linesLeft));
                wanted.put(line, most);
                left -= most;
            } else if (use.freeRate(held) == 0) {
                verdicts.put(line, LineVerdict.later(use.nextRateMicros(held)));
            } else {
                List<Integer> busy = use.busy();
                int number = busy.get(ThreadLocalRandom.current().nextInt(busy.size()));
                watched.put(line, new Slot(line, number, Slot.NOBODY, 0));
            }
        }
    }

    private Map<String, List<LinedJob>> locked(Map<String, List<Long>> first) throws SQLException {
        Map<String, List<LinedJob>> locked = new TreeMap<>();
        for (LinedJob job : lines.lock(connection, first)) {
            locked.computeIfAbsent(job.line(), line -> new ArrayList<>()).add(job);
        }
        // Without the first row's lock, somebody else is letting jobs out.
        locked.entrySet()
                .removeIf(line -> line.getValue().get(0).seq()
                        != Objects.requireNonNull(first.get(line.getKey())).get(0));
        return locked;
    }

    /** What is to be given to one line's jobs, and what then becomes of its ticket. */
    private record Gift(List<LinedJob> jobs, List<Slot> slots, LineVerdict verdict) {}

    private static Gift gift(List<LinedJob> locked, Use use, Limits held, int seen, boolean lineEnds) {
        int most = Math.min(locked.size(), Math.min(use.free(held), use.freeRate(held)));
        List<Integer> numbers = use.freeNumbers(held, most);
        List<Integer> rate = held.hasRate() ? use.freeRateNumbers(held, most) : List.of();
        List<LinedJob> jobs = new ArrayList<>();
        List<Slot> slots = new ArrayList<>();
        for (int at = 0; at < most; at++) {
            LinedJob job = locked.get(at).with(numbers.get(at));
            jobs.add(job);
            slots.add(new Slot(job.line(), job.slot(), job.id(), 0));
            if (held.hasRate()) {
                slots.add(new Slot(job.line(), rate.get(at), job.id(), held.periodMicros()));
            }
        }
        LineVerdict verdict = LineVerdict.KEPT;
        if (most == seen && (lineEnds || most == use.free(held))) {
            verdict = LineVerdict.USED;
        } else if (most == seen && most == use.freeRate(held)) {
            verdict = LineVerdict.later(use.nextRateMicros(held));
        }
        return new Gift(jobs, slots, verdict);
    }

    private void take(Map<String, Gift> gifts) throws SQLException {
        List<Slot> all =
                gifts.values().stream().flatMap(gift -> gift.slots().stream()).toList();
        Set<Slot> ours = slots.take(connection, all);
        List<Slot> back = new ArrayList<>();
        gifts.forEach((line, gift) -> {
            if (ours.containsAll(gift.slots())) {
                jobs.addAll(gift.jobs());
                verdicts.put(line, gift.verdict());
            } else {
                // An earlier job was committed in between, and somebody let others out meanwhile.
                gift.slots().stream().filter(ours::contains).forEach(back::add);
            }
        });
        slots.free(connection, back);
    }

    /** Whose slot we have locked ends after our commit, and then looks at the line. */
    private void dropWhereSomebodyWillLook() throws SQLException {
        if (!watched.isEmpty()) {
            for (Slot slot : slots.lock(connection, watched.values())) {
                verdicts.put(slot.line(), LineVerdict.USED);
            }
        }
    }
}

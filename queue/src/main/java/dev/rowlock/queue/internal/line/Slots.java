package dev.rowlock.queue.internal.line;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.sql.SlotStatements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Reads, gives and frees the slots of one queue's lines, in a transaction that is open. Holds no state. */
public final class Slots {
    private static final Comparator<Slot> KEY_ORDER =
            Comparator.comparing(Slot::line).thenComparingInt(Slot::number);

    private static final int DUPLICATE_ENTRY = 1062;

    private final int queue;

    public Slots(int queue) {
        this.queue = queue;
    }

    /** How far lines have used their limits up. */
    Map<String, Use> read(Connection connection, Collection<String> lines) throws SQLException {
        Map<String, Use> uses = new HashMap<>();
        lines.forEach(line -> uses.put(line, new Use()));
        if (!lines.isEmpty()) {
            Call call = new Call(connection, SlotStatements.SLOT_READ.replace("{lines}", Rows.names(lines.size())))
                    .with(queue);
            lines.forEach(call::with);
            for (Slot slot : call.query(Slots::read)) {
                uses.computeIfAbsent(slot.line(), line -> new Use()).add(slot);
            }
        }
        return uses;
    }

    /** Those that nobody else has locked; in all of them whoever holds them. */
    public List<Slot> lock(Connection connection, Collection<Slot> slots) throws SQLException {
        return named(connection, SlotStatements.SLOT_LOCK, slots).query(Slots::read);
    }

    /** Those that are there. */
    public List<Slot> look(Connection connection, Collection<Slot> slots) throws SQLException {
        return named(connection, SlotStatements.SLOT_LOOK, slots).query(Slots::read);
    }

    /** Hands locked slots on to the jobs they name. */
    void handOn(Connection connection, List<Slot> slots) throws SQLException {
        give(connection, SlotStatements.SLOT_GIVE_ON, slots);
    }

    /** Takes slots that nobody has, all or none: whether it did. Holds the lock of those that others have, when it did not. */
    boolean takeAll(Connection connection, List<Slot> slots) throws SQLException {
        try {
            give(connection, SlotStatements.SLOT_GIVE_NEW, slots);
            return true;
        } catch (SQLException e) {
            if (e.getErrorCode() == DUPLICATE_ENTRY) {
                return false;
            }
            throw e;
        }
    }

    /** Takes slots that are free for the jobs they name. Those that were: others were faster with the rest. */
    Set<Slot> take(Connection connection, List<Slot> slots) throws SQLException {
        give(connection, SlotStatements.SLOT_GIVE_FREE, slots);
        Set<Slot> ours = new HashSet<>();
        for (int from = 0; from < slots.size(); from += Rows.MOST_NAMES) {
            List<Slot> part = slots.subList(from, Math.min(slots.size(), from + Rows.MOST_NAMES));
            Map<Slot, Slot> wanted = new HashMap<>();
            part.forEach(slot -> wanted.put(named(slot), slot));
            for (Slot slot : look(connection, part)) {
                Slot asked = wanted.get(named(slot));
                if (asked != null) {
                    ours.add(asked);
                }
            }
        }
        return ours;
    }

    /** The same number in the hands of the same job. */
    private static Slot named(Slot slot) {
        return new Slot(slot.line(), slot.number(), slot.job(), 0);
    }

    private void give(Connection connection, String clash, List<Slot> slots) throws SQLException {
        List<Slot> sorted = slots.stream().sorted(KEY_ORDER).toList();
        for (int from = 0; from < sorted.size(); from += Rows.MOST_NAMES) {
            List<Slot> part = sorted.subList(from, Math.min(sorted.size(), from + Rows.MOST_NAMES));
            Call call = new Call(
                    connection, SlotStatements.SLOT_GIVE + Rows.repeated(SlotStatements.SLOT_ROW, part.size()) + clash);
            for (Slot slot : part) {
                call.with(queue)
                        .with(slot.line())
                        .with(slot.number())
                        .with(slot.job().bytes())
                        .with(slot.isRate() ? slot.freeInMicros() : null);
            }
            call.update();
        }
    }

    /** Frees slots that are locked. */
    void free(Connection connection, Collection<Slot> slots) throws SQLException {
        if (!slots.isEmpty()) {
            named(connection, SlotStatements.SLOT_FREE, slots).update();
        }
    }

    private Call named(Connection connection, String statement, Collection<Slot> slots) {
        ByLine names = new ByLine();
        slots.forEach(slot -> names.add(slot.line(), slot.number()));
        Call call = new Call(connection, names.in(statement, "{slots}", SlotStatements.SLOT)).with(queue);
        return names.bind(call);
    }

    private static Slot read(ResultSet row) throws SQLException {
        return new Slot(
                Objects.requireNonNull(row.getString(1)), row.getInt(2), JobId.of(row.getBytes(3)), row.getLong(4));
    }
}

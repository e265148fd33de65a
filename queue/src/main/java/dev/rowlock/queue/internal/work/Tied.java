package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.JobId;
import dev.rowlock.queue.UniqueWhile;
import dev.rowlock.queue.internal.line.Place;
import dev.rowlock.queue.internal.line.Release;
import dev.rowlock.queue.internal.line.Slot;
import dev.rowlock.queue.internal.line.Slots;
import dev.rowlock.queue.internal.line.Succession;
import dev.rowlock.queue.internal.line.Ties;
import dev.rowlock.queue.internal.unique.UniqueKeys;
import dev.rowlock.queue.internal.unique.UniqueName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What jobs hold besides their rows, slots of lines and unique keys, in a worker's transactions. It is locked before the rows are written, and what
 * somebody else has locked keeps the job's result for later. Sends nothing for jobs that are tied to nothing. Holds no state.
 */
final class Tied {
    private final int queue;
    private final Slots slots;
    private final Succession succession;
    private final UniqueKeys keys;

    Tied(int queue) {
        this.queue = queue;
        this.slots = new Slots(queue);
        this.succession = new Succession(queue);
        this.keys = new UniqueKeys(queue);
    }

    /** Locks what these jobs will give back; the jobs that have to wait. */
    Set<JobId> lock(Connection connection, List<Held> results) throws SQLException {
        Set<JobId> busy = new HashSet<>();
        List<Slot> freed = results.stream()
                .filter(Tied::freesSlot)
                .map(held -> slot(held.job))
                .toList();
        if (!freed.isEmpty()) {
            busy.addAll(busy(connection, freed));
        }
        busy.addAll(
                keys.lock(connection, names(results.stream().filter(Tied::ends).toList())));
        return busy;
    }

    private Set<JobId> busy(Connection connection, List<Slot> freed) throws SQLException {
        Set<JobId> missing = jobs(freed);
        missing.removeAll(jobs(slots.lock(connection, freed)));
        if (!missing.isEmpty()) {
            // A slot that is somebody else's by now is not waited for: then the lease was lost, and the job's row
            // tells.
            missing.retainAll(jobs(slots.look(connection, freed)));
        }
        return missing;
    }

    private static Set<JobId> jobs(Collection<Slot> slots) {
        Set<JobId> jobs = new HashSet<>();
        slots.forEach(slot -> jobs.add(slot.job()));
        return jobs;
    }

    /** Gives back what jobs held whose results are written. Where jobs stand that are ready for that. */
    List<Place> released(Connection connection, List<Held> written) throws SQLException {
        List<Held> ended = written.stream().filter(Tied::ends).toList();
        Map<JobId, String> names = names(ended);
        if (!names.isEmpty()) {
            keys.free(connection, names);
        }
        List<Succession.Freed> freed = written.stream()
                .filter(Tied::freesSlot)
                .map(held -> new Succession.Freed(slot(held.job), place(held.job)))
                .toList();
        return freed.isEmpty() ? List.of() : succession.follow(connection, freed);
    }

    /** The same for one job, in a transaction that is not ours. */
    void releaseOne(Connection connection, LeasedJob job) throws SQLException {
        Release.of(connection, queue, place(job), job.ties());
    }

    /** Jobs that are claimed for the first time give back the keys they had while they were pending; those that have to wait. */
    Set<JobId> begin(Connection connection, List<LeasedJob> jobs) throws SQLException {
        Map<JobId, String> names = new HashMap<>();
        for (LeasedJob job : jobs) {
            String text = job.token() == 0 ? job.ties().unique() : null;
            if (text != null && UniqueName.of(text).until() == UniqueWhile.PENDING) {
                names.put(job.id(), UniqueName.of(text).name());
            }
        }
        if (names.isEmpty()) {
            return Set.of();
        }
        Set<JobId> busy = new HashSet<>(keys.lock(connection, names));
        names.keySet().removeAll(busy);
        keys.free(connection, names);
        return busy;
    }

    private static Map<JobId, String> names(List<Held> ended) {
        Map<JobId, String> names = new HashMap<>();
        for (Held held : ended) {
            String text = held.job.ties().unique();
            if (text != null && UniqueName.of(text).until() != UniqueWhile.PENDING) {
                names.put(held.job.id(), UniqueName.of(text).name());
            }
        }
        return names;
    }

    private static boolean ends(Held held) {
        Ruling.Kind kind = Settling.ruling(held).kind();
        return kind == Ruling.Kind.DONE || kind == Ruling.Kind.DEAD;
    }

    /** A job that comes back later keeps its turn in an ordered line, and lets others pass in a limited one. */
    private static boolean freesSlot(Held held) {
        boolean later = Settling.ruling(held).kind() == Ruling.Kind.LATER;
        Ties ties = held.job.ties();
        return ties.hasSlot() && (ends(held) || (later && !ties.isOrdered()));
    }

    private static Slot slot(LeasedJob job) {
        return new Slot(String.valueOf(job.ties().line()), job.ties().slot(), job.id(), 0);
    }

    private static Place place(LeasedJob job) {
        return new Place(job.priority(), job.id());
    }
}

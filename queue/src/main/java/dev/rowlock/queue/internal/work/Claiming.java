package dev.rowlock.queue.internal.work;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.line.LinedJob;
import dev.rowlock.queue.internal.line.Place;
import dev.rowlock.queue.internal.line.Ties;
import dev.rowlock.queue.internal.sql.CycleStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Claims jobs, in a transaction that is open (A1, A2, A6). Used by one thread. */
final class Claiming {
    /**
     * What a claim found.
     *
     * @param taken jobs now under a lease of ours
     * @param passed all free rows it saw, in its order, also those given up at the attempt limit or taken by others meanwhile
     * @param left where rows stand that are ready for the next claim
     * @param stuck how many of the rows it saw stay as they were, since somebody has locked what goes with them
     * @param buried those that were given up
     * @param againMicros how long until the queue's rate lets more jobs begin, when it let no more; otherwise 0
     */
    record Claim(
            List<LeasedJob> taken,
            List<LeasedJob> passed,
            List<Place> left,
            int stuck,
            List<LeasedJob> buried,
            long againMicros) {
        static final Claim NONE = new Claim(List.of(), List.of(), List.of(), 0, List.of(), 0);

        /** Whether asking again at once would find the same. */
        boolean isIdle() {
            return passed.size() == stuck;
        }
    }

    /** What becomes of a job that was found. */
    private enum Fate {
        TAKEN,
        HOPELESS,
        /** Put aside, since its kind is in quarantine. */
        PARKED,
        /** Queues up in the line of its kind, which has a limit. */
        LINED,
        /** Lost for the second time: put off, so that it runs apart from others. */
        AGAIN
    }

    private static final Ruling.Failed GONE =
            new Ruling.Failed("the worker that held the job is gone: its lease ended without a result", null);

    private final int queue;
    private final long leaseMicros;
    private final Settling settling;
    private final Suspects suspects;
    private final Tied tied;
    private final LineClaim lines;
    private final Search search;

    Claiming(int queue, long leaseMicros, Settling settling) {
        this.suspects = new Suspects(queue, Duration.of(leaseMicros, ChronoUnit.MICROS));
        this.queue = queue;
        this.leaseMicros = leaseMicros;
        this.settling = settling;
        this.tied = new Tied(queue);
        this.lines = new LineClaim(queue, settling);
        this.search = new Search(queue);
    }

    Claim claim(Connection connection, List<Cursor.Lane> lanes, int limit) throws SQLException {
        return claim(connection, lanes, List.of(), limit);
    }

    /** Claims behind the lanes' starts, and the rows at these points wherever they are, in the order of all. */
    Claim claim(Connection connection, List<Cursor.Lane> lanes, List<Place> points, int limit) throws SQLException {
        Search.Result seen = search.find(connection, lanes, points, limit);
        if (seen.found().isEmpty()) {
            return new Claim(List.of(), seen.passed(), List.of(), 0, List.of(), 0);
        }
        Search.Found first = seen.found().get(0);
        Allowance allowance = first.limited() ? Allowance.of(connection, queue, limit) : Allowance.FREE;
        List<Search.Found> found =
                seen.found().subList(0, allowance.most(seen.found().size()));
        List<LeasedJob> tickets = new ArrayList<>();
        List<Search.Found> jobs = new ArrayList<>();
        for (Search.Found row : found) {
            if (LineClaim.isTicket(row.job())) {
                tickets.add(row.job());
            } else {
                jobs.add(row);
            }
        }
        Suspects.Known known = suspects.examine(
                connection,
                jobs.stream()
                        .filter(Search.Found::abandoned)
                        .map(Search.Found::job)
                        .toList(),
                first.quarantined());
        LineClaim.Admitted admitted = tickets.isEmpty()
                ? LineClaim.Admitted.NONE
                : lines.admit(connection, tickets, allowance.most(limit) - found.size(), known.kinds());
        Map<Fate, List<Search.Found>> fates = fates(jobs, known, allowance);
        List<Place> left = new ArrayList<>(admitted.left());
        List<Search.Found> over =
                seen.found().subList(found.size(), seen.found().size());
        over.forEach(row -> left.add(place(row.job())));
        Set<JobId> busy = busy(connection, fates);
        for (Search.Found row : jobs) {
            if (busy.contains(row.job().id())) {
                left.add(place(row.job()));
            }
        }
        fates.values()
                .forEach(rows -> rows.removeIf(row -> busy.contains(row.job().id())));
        List<LeasedJob> taken = take(connection, fates, admitted.jobs(), first.nowMicros());
        left.addAll(putAway(connection, fates));
        List<LeasedJob> buried = of(fates, Fate.HOPELESS);
        long again = allowance.use(connection, taken.size(), seen.found().size());
        return new Claim(
                taken, seen.passed(), List.copyOf(left), admitted.stuck() + busy.size() + over.size(), buried, again);
    }

    private static Map<Fate, List<Search.Found>> fates(
            List<Search.Found> jobs, Suspects.Known known, Allowance allowance) {
        Map<Fate, List<Search.Found>> fates = new EnumMap<>(Fate.class);
        for (Search.Found row : jobs) {
            fates.computeIfAbsent(fate(row, known, allowance), fate -> new ArrayList<>())
                    .add(row);
        }
        return fates;
    }

    private static Fate fate(Search.Found row, Suspects.Known known, Allowance allowance) {
        if (row.isHopeless()) {
            return Fate.HOPELESS;
        }
        if (known.kinds().contains(row.job().kind())) {
            return Fate.PARKED;
        }
        if (!row.abandoned()
                && row.job().ties().line() == null
                && allowance.holds(row.job().kind())) {
            return Fate.LINED;
        }
        return row.abandoned() && known.again().contains(row.job().id()) ? Fate.AGAIN : Fate.TAKEN;
    }

    private static List<LeasedJob> of(Map<Fate, List<Search.Found>> fates, Fate fate) {
        return fates.getOrDefault(fate, List.of()).stream()
                .map(Search.Found::job)
                .toList();
    }

    /** Those that cannot begin or be put away now, since somebody has locked what they have to give back for that. */
    private Set<JobId> busy(Connection connection, Map<Fate, List<Search.Found>> fates) throws SQLException {
        boolean free = fates.values().stream()
                .allMatch(rows -> rows.stream().allMatch(row -> row.job().ties().equals(Ties.NONE)));
        if (free) {
            return Set.of();
        }
        Set<JobId> busy = new HashSet<>(tied.begin(connection, of(fates, Fate.TAKEN)));
        busy.addAll(tied.lock(connection, away(fates)));
        return busy;
    }

    /** As if a worker had ruled so. */
    private static List<Held> away(Map<Fate, List<Search.Found>> fates) {
        List<Held> away = new ArrayList<>();
        fates.forEach((fate, rows) -> {
            for (Search.Found row : fate == Fate.TAKEN ? List.<Search.Found>of() : rows) {
                Held held = new Held(row.job(), 0);
                held.ruling = fate == Fate.HOPELESS ? Ruling.dead(GONE) : Ruling.snoozed(Duration.ZERO);
                away.add(held);
            }
        });
        return away;
    }

    private List<LeasedJob> take(
            Connection connection, Map<Fate, List<Search.Found>> fates, List<LinedJob> lined, long nowMicros)
            throws SQLException {
        // Grows with every claim of a row, and is one for the whole batch (facts 1.8).
        long token = nowMicros;
        List<Search.Found> found = fates.getOrDefault(Fate.TAKEN, List.of());
        for (Search.Found row : found) {
            token = Math.max(token, row.job().token() + 1);
        }
        for (LinedJob job : lined) {
            token = Math.max(token, job.token() + 1);
        }
        List<LeasedJob> taken = new ArrayList<>(found.size() + lined.size());
        for (Search.Found row : found) {
            if (row.abandoned()) {
                settling.fail(connection, row.job(), GONE);
            }
            taken.add(under(row.job(), token, row.job().attempts() + (row.abandoned() ? 1 : 0)));
        }
        take(connection, taken, token);
        taken.addAll(lines.take(connection, lined, token, leaseMicros));
        return taken;
    }

    /** Moves away what is not to run. Where jobs stand that may run instead. */
    private List<Place> putAway(Connection connection, Map<Fate, List<Search.Found>> fates) throws SQLException {
        List<Held> away = away(fates);
        if (away.isEmpty()) {
            return List.of();
        }
        settling.buryLocked(connection, of(fates, Fate.HOPELESS), GONE);
        settling.putOffLocked(connection, of(fates, Fate.AGAIN), suspects::apart, GONE);
        for (Search.Found row : fates.getOrDefault(Fate.PARKED, List.of())) {
            settling.fail(connection, row.job(), row.abandoned() ? GONE : null);
        }
        suspects.park(connection, of(fates, Fate.PARKED));
        settling.remove(connection, of(fates, Fate.PARKED));
        List<Place> left = new ArrayList<>(tied.released(connection, away));
        left.addAll(lines.queueUp(connection, of(fates, Fate.LINED)));
        return left;
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

    private static Place place(LeasedJob job) {
        return new Place(job.priority(), job.id());
    }

    private static LeasedJob under(LeasedJob job, long token, int attempts) {
        return new LeasedJob(
                job.priority(),
                job.id(),
                token,
                attempts,
                job.maxAttempts(),
                job.kind(),
                job.headers(),
                job.payload(),
                job.ties());
    }
}

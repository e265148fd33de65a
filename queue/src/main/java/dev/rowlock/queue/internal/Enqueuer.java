package dev.rowlock.queue.internal;

import dev.rowlock.mysql.CommitVerdict;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.EnqueueOutcome;
import dev.rowlock.queue.IdempotencyKey;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.internal.line.Place;
import dev.rowlock.queue.internal.line.Ticket;
import dev.rowlock.queue.internal.line.Tickets;
import dev.rowlock.queue.internal.lookout.House;
import dev.rowlock.queue.internal.sql.LookStatements;
import dev.rowlock.queue.internal.unique.UniqueKeys;
import dev.rowlock.queue.internal.work.Seat;
import dev.rowlock.queue.internal.work.SeatedJob;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Puts jobs into a queue, in a transaction that is open. Thread-safe. */
public final class Enqueuer {
    private final int queue;
    private final int largestPayload;
    private final ServerClock clock;
    private final JobIds ids;
    private final House house;
    private final IdempotencyKeys keys = new IdempotencyKeys();
    private final UniqueKeys uniqueKeys;
    private final NewRows rows;
    private final EnqueueReadBack readBack;

    public Enqueuer(int queue, int largestPayload, ServerClock clock, JobIds ids, House house) {
        this.queue = queue;
        this.largestPayload = largestPayload;
        this.clock = clock;
        this.ids = ids;
        this.house = house;
        this.uniqueKeys = new UniqueKeys(queue);
        this.rows = new NewRows(queue);
        this.readBack = new EnqueueReadBack(queue);
    }

    /** Enqueues; an outcome for each, in the same order. */
    public List<EnqueueOutcome> enqueue(Connection connection, List<NewJob> jobs, Seating seating) throws SQLException {
        jobs.forEach(this::check);
        seating.begin();
        long now = clock.micros(connection);
        boolean open = !seating.hasFree() || mayStart(connection, seating);
        TreeMap<Integer, EnqueueOutcome> outcomes = new TreeMap<>();
        Map<NewRows.Target, List<NewRow>> entries = new LinkedHashMap<>();
        List<NewRow> starting = new ArrayList<>();
        // Whatever the order of their keys, they are worked on as they came.
        List<JobId> numbered = jobs.stream().map(job -> ids.next(now)).toList();
        for (int at : inOrderOfKeys(jobs)) {
            NewJob job = jobs.get(at);
            JobId id = numbered.get(at);
            EnqueueOutcome outcome = useKeys(connection, job, id);
            outcomes.put(at, outcome);
            if (outcome instanceof EnqueueOutcome.Inserted) {
                Seat seat = open && LocalWorkers.mayStartAtOnce(job) ? seating.next() : null;
                NewRow entry = NewRow.of(at, job, id, now, seat);
                (seat != null
                                ? starting
                                : entries.computeIfAbsent(rows.target(entry, now), target -> new ArrayList<>()))
                        .add(entry);
                tell(seating, entry, now);
            }
        }
        int claimable = 0;
        for (Map.Entry<NewRows.Target, List<NewRow>> part : entries.entrySet()) {
            part.getValue().sort(Comparator.comparingInt(NewRow::at));
            rows.insert(connection, part.getKey(), part.getValue());
            claimable += part.getKey().claimable() ? part.getValue().size() : 0;
        }
        leaveTickets(connection, entries.getOrDefault(rows.lined(), List.of()));
        start(connection, starting, seating);
        seating.claimable(claimable);
        return List.copyOf(outcomes.values());
    }

    private EnqueueOutcome useKeys(Connection connection, NewJob job, JobId id) throws SQLException {
        Optional<IdempotencyKey> key = job.key();
        if (key.isPresent()) {
            return keys.use(connection, key.get(), queue, id);
        }
        Optional<String> unique = job.uniqueKey();
        Optional<JobId> first = unique.isPresent() ? uniqueKeys.take(connection, unique.get(), id) : Optional.empty();
        return first.isPresent()
                ? new EnqueueOutcome.Duplicate(first.get(), Optional.empty())
                : new EnqueueOutcome.Inserted(id);
    }

    /** One for each line, where the most urgent of its new jobs would stand. */
    private void leaveTickets(Connection connection, List<NewRow> lines) throws SQLException {
        Map<String, Ticket> tickets = new TreeMap<>();
        for (NewRow entry : lines) {
            Place place = new Place(entry.job().priority().lane(), Tickets.beside(entry.id()));
            String line = entry.line().orElseThrow();
            tickets.merge(
                    line,
                    new Ticket(place, line),
                    (one, other) -> other.place().priority() < one.place().priority() ? other : one);
        }
        List<Ticket> all = List.copyOf(tickets.values());
        for (int from = 0; from < all.size(); from += Rows.MOST_NAMES) {
            Tickets.leave(connection, queue, all.subList(from, Math.min(all.size(), from + Rows.MOST_NAMES)));
        }
    }

    /** Below SERIALIZABLE it takes no lock; a caller's transaction is not read in, which might have an old snapshot or begin one by it. */
    private boolean mayStart(Connection connection, Seating seating) throws SQLException {
        return seating.pause() == SeatedJob.PauseCheck.AT_START
                || new Call(connection, LookStatements.QUEUE_OPEN)
                        .with(queue)
                        .query(row -> row.getBoolean(1))
                        .contains(true);
    }

    private void tell(Seating seating, NewRow entry, long now) {
        if (seating.telling() == Seating.Telling.AFTER_COMMIT) {
            house.enqueued(entry.id());
        }
        if (entry.dueMicros() > now) {
            house.delayed(Duration.of(entry.dueMicros() - now, ChronoUnit.MICROS));
        }
    }

    private void start(Connection connection, List<NewRow> starting, Seating seating) throws SQLException {
        if (starting.isEmpty()) {
            return;
        }
        long sentAt = System.nanoTime();
        rows.insertLeased(connection, starting);
        for (NewRow entry : starting) {
            NewJob job = entry.job();
            byte[] payload = new byte[job.payload().remaining()];
            job.payload().get(payload);
            seating.take(
                    Objects.requireNonNull(entry.seat()),
                    new SeatedJob(
                            job.priority().lane(),
                            entry.id(),
                            entry.dueMicros(),
                            job.maxAttempts(),
                            job.kind(),
                            entry.headers(),
                            payload,
                            sentAt,
                            seating.pause()));
        }
    }

    /** What became of a COMMIT whose answer was lost. */
    public CommitVerdict readBack(Connection connection, List<NewJob> jobs, List<EnqueueOutcome> outcomes)
            throws SQLException {
        return readBack.verdict(connection, jobs, outcomes);
    }

    private void check(NewJob job) {
        int size = job.payload().remaining();
        if (size > largestPayload) {
            throw new ConfigurationException(
                    "the payload of a job of kind " + job.kind() + " is " + size
                            + " bytes, and may be " + largestPayload
                            + ": keep what is large elsewhere and put its name into the job, or allow more with QueueSettings.withLargestPayload");
        }
    }

    /** Those without a key as they came; those with one in the order of their keys, in which every process takes them (facts 3.6). */
    private static List<Integer> inOrderOfKeys(List<NewJob> jobs) {
        if (jobs.stream()
                .noneMatch(job -> job.key().isPresent() || job.uniqueKey().isPresent())) {
            return IntStream.range(0, jobs.size()).boxed().toList();
        }
        Comparator<Integer> byKey = Comparator.comparing((Integer at) ->
                        jobs.get(at).key().map(IdempotencyKey::scope).orElse(""))
                .thenComparing(
                        at -> jobs.get(at).key().map(IdempotencyKey::name).orElse(""))
                .thenComparing(at -> jobs.get(at).uniqueKey().orElse(""));
        return IntStream.range(0, jobs.size()).boxed().sorted(byKey).toList();
    }
}

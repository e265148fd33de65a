package dev.rowlock.queue.internal;

import dev.rowlock.mysql.CommitVerdict;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.EnqueueOutcome;
import dev.rowlock.queue.IdempotencyKey;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.internal.line.LineKey;
import dev.rowlock.queue.internal.line.Place;
import dev.rowlock.queue.internal.line.Ticket;
import dev.rowlock.queue.internal.line.Tickets;
import dev.rowlock.queue.internal.lookout.House;
import dev.rowlock.queue.internal.sql.EnqueueStatements;
import dev.rowlock.queue.internal.sql.JobStatements;
import dev.rowlock.queue.internal.sql.LineStatements;
import dev.rowlock.queue.internal.sql.LookStatements;
import dev.rowlock.queue.internal.unique.UniqueKeys;
import dev.rowlock.queue.internal.unique.UniqueName;
import dev.rowlock.queue.internal.work.Seat;
import dev.rowlock.queue.internal.work.SeatedJob;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
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
import org.jspecify.annotations.Nullable;

/** Puts jobs into a queue, in a transaction that is open. Thread-safe. */
public final class Enqueuer {
    /** Rows of one INSERT. Few widths, so that a driver that prepares on the server keeps them. */
    private static final int[] WIDTHS = {500, 100, 10, 1};

    /** Bytes of payload in one INSERT of many: well below any {@code max_allowed_packet} in use. */
    private static final long MOST_BYTES = 1 << 20;

    /**
     * A job with its id and time, and the lease it is inserted under if any.
     *
     * @param at its place in what the caller gave
     */
    private record Entry(
            int at,
            NewJob job,
            JobId id,
            String headers,
            long dueMicros,
            @Nullable Seat seat) {
        long leaseMicros() {
            return seat == null ? 0 : seat.leaseMicros();
        }

        @Nullable
        String unique() {
            return job.uniqueKey()
                    .map(key -> new UniqueName(key, job.uniqueUntil()).text())
                    .orElse(null);
        }

        Optional<String> line() {
            return lineOf(job);
        }
    }

    /** Sends rows of one table. */
    private record Target(String insert, String row, Binding binding) {}

    private interface Binding {
        void bind(Call call, Entry entry);
    }

    private final int queue;
    private final int largestPayload;
    private final ServerClock clock;
    private final JobIds ids;
    private final House house;
    private final IdempotencyKeys keys = new IdempotencyKeys();
    private final UniqueKeys uniqueKeys;
    private final Target ready = new Target(EnqueueStatements.JOB_INSERT, EnqueueStatements.JOB_ROW, this::bindJob);
    private final Target later = new Target(
            EnqueueStatements.DELAYED_INSERT,
            EnqueueStatements.DELAYED_ROW,
            (call, entry) -> bindJob(call.with(entry.dueMicros()), entry));
    private final Target leased =
            new Target(EnqueueStatements.JOB_INSERT_LEASED, EnqueueStatements.JOB_ROW_LEASED, (call, entry) -> {
                bindJob(call, entry);
                call.with(entry.dueMicros()).with(entry.leaseMicros());
            });
    private final Target readyUnique = new Target(
            EnqueueStatements.UNIQUE_JOB_INSERT,
            EnqueueStatements.UNIQUE_JOB_ROW,
            (call, entry) -> bindJob(call.with(entry.unique()), entry));
    private final Target laterTied = new Target(
            EnqueueStatements.TIED_DELAYED_INSERT,
            EnqueueStatements.TIED_DELAYED_ROW,
            (call, entry) -> bindJob(
                    call.with(entry.line().orElse(null)).with(entry.unique()).with(entry.dueMicros()), entry));
    private final Target lined = new Target(
            LineStatements.LINED_INSERT,
            LineStatements.LINED_ROW,
            (call, entry) -> bindJob(
                    call.with(entry.line().orElseThrow())
                            .with(entry.dueMicros())
                            .with(entry.unique()),
                    entry));

    public Enqueuer(int queue, int largestPayload, ServerClock clock, JobIds ids, House house) {
        this.queue = queue;
        this.largestPayload = largestPayload;
        this.clock = clock;
        this.ids = ids;
        this.house = house;
        this.uniqueKeys = new UniqueKeys(queue);
    }

    /** Enqueues; an outcome for each, in the same order. */
    public List<EnqueueOutcome> enqueue(Connection connection, List<NewJob> jobs, Seating seating) throws SQLException {
        jobs.forEach(this::check);
        seating.begin();
        long now = clock.micros(connection);
        boolean open = !seating.hasFree() || mayStart(connection, seating);
        TreeMap<Integer, EnqueueOutcome> outcomes = new TreeMap<>();
        Map<Target, List<Entry>> entries = new LinkedHashMap<>();
        List<Entry> starting = new ArrayList<>();
        // Whatever the order of their keys, they are worked on as they came.
        List<JobId> numbered = jobs.stream().map(job -> ids.next(now)).toList();
        for (int at : inOrderOfKeys(jobs)) {
            NewJob job = jobs.get(at);
            JobId id = numbered.get(at);
            EnqueueOutcome outcome = useKeys(connection, job, id);
            outcomes.put(at, outcome);
            if (outcome instanceof EnqueueOutcome.Inserted) {
                Seat seat = open && LocalWorkers.mayStartAtOnce(job) ? seating.next() : null;
                Entry entry = new Entry(at, job, id, Headers.text(job.headers()), dueMicros(job, now), seat);
                (seat != null ? starting : entries.computeIfAbsent(target(entry, now), target -> new ArrayList<>()))
                        .add(entry);
                tell(seating, entry, now);
            }
        }
        int claimable = 0;
        for (Map.Entry<Target, List<Entry>> part : entries.entrySet()) {
            part.getValue().sort(Comparator.comparingInt(Entry::at));
            insert(connection, part.getKey(), part.getValue());
            claimable += part.getKey().equals(later) || part.getKey().equals(laterTied)
                    ? 0
                    : part.getValue().size();
        }
        leaveTickets(connection, entries.getOrDefault(lined, List.of()));
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

    private static Optional<String> lineOf(NewJob job) {
        return job.orderingKey()
                .map(LineKey::ordered)
                .or(() -> job.concurrencyKey().map(LineKey::limited));
    }

    private Target target(Entry entry, long now) {
        boolean delayed = entry.dueMicros() > now;
        Optional<String> line = entry.line();
        boolean tied = line.isPresent() || entry.job().uniqueKey().isPresent();
        if (line.isPresent() && (!delayed || LineKey.isOrdered(line.get()))) {
            return lined;
        }
        return delayed ? (tied ? laterTied : later) : tied ? readyUnique : ready;
    }

    /** One for each line, where the most urgent of its new jobs would stand. */
    private void leaveTickets(Connection connection, List<Entry> lines) throws SQLException {
        Map<String, Ticket> tickets = new TreeMap<>();
        for (Entry entry : lines) {
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

    private void tell(Seating seating, Entry entry, long now) {
        if (seating.telling() == Seating.Telling.AFTER_COMMIT) {
            house.enqueued(entry.id());
        }
        if (entry.dueMicros() > now) {
            house.delayed(Duration.of(entry.dueMicros() - now, ChronoUnit.MICROS));
        }
    }

    private void start(Connection connection, List<Entry> starting, Seating seating) throws SQLException {
        if (starting.isEmpty()) {
            return;
        }
        long sentAt = System.nanoTime();
        insert(connection, leased, starting, 0, starting.size());
        for (Entry entry : starting) {
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

    /** What became of a COMMIT whose answer was lost: any new job tells, or else nothing was written. */
    public CommitVerdict readBack(Connection connection, List<NewJob> jobs, List<EnqueueOutcome> outcomes)
            throws SQLException {
        for (int at = 0; at < outcomes.size(); at++) {
            if (outcomes.get(at) instanceof EnqueueOutcome.Inserted inserted) {
                return isThere(connection, jobs.get(at), inserted.id())
                        ? CommitVerdict.COMMITTED
                        : CommitVerdict.NOT_COMMITTED;
            }
        }
        return CommitVerdict.COMMITTED;
    }

    private boolean isThere(Connection connection, NewJob job, JobId id) throws SQLException {
        boolean waits = !new Call(connection, JobStatements.JOB_READ_BACK)
                        .with(queue)
                        .with(job.priority().lane())
                        .with(id.bytes())
                        .query(row -> row.getInt(1))
                        .isEmpty()
                || !new Call(connection, JobStatements.DELAYED_READ_BACK)
                        .with(id.bytes())
                        .query(row -> row.getInt(1))
                        .isEmpty()
                || (lineOf(job).isPresent()
                        && !new Call(connection, LineStatements.LINED_READ_BACK)
                                .with(id.bytes())
                                .query(row -> row.getInt(1))
                                .isEmpty());
        // A worker may have been faster than this.
        return waits || FoundJob.find(connection, id).isPresent();
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

    private static long dueMicros(NewJob job, long now) {
        return job.dueAt().map(Enqueuer::micros).orElse(now + job.delay().toNanos() / 1_000);
    }

    /** Not by way of nanoseconds, which end in 2262. */
    private static long micros(Instant time) {
        return time.getEpochSecond() * 1_000_000 + time.getNano() / 1_000;
    }

    private void insert(Connection connection, Target target, List<Entry> entries) throws SQLException {
        int from = 0;
        while (from < entries.size()) {
            int width = width(entries, from);
            insert(connection, target, entries, from, width);
            from += width;
        }
    }

    private void insert(Connection connection, Target target, List<Entry> entries, int from, int width)
            throws SQLException {
        List<Entry> rows = entries.subList(from, from + width);
        Target as = target.equals(ready) && areAlike(rows) ? alike(rows.get(0).job()) : target;
        Call call = new Call(connection, as.insert() + Rows.repeated(as.row(), width));
        for (Entry entry : rows) {
            as.binding().bind(call, entry);
        }
        call.update();
    }

    private static boolean areAlike(List<Entry> rows) {
        NewJob first = rows.get(0).job();
        return rows.size() > 1
                && rows.stream()
                        .allMatch(entry -> entry.job().priority() == first.priority()
                                && entry.job().maxAttempts() == first.maxAttempts()
                                && entry.headers().isEmpty());
    }

    private Target alike(NewJob job) {
        String row = EnqueueStatements.JOB_ROW_ALIKE
                .replace("{queue}", Integer.toString(queue))
                .replace("{priority}", Integer.toString(job.priority().lane()))
                .replace("{attempts}", Integer.toString(job.maxAttempts()));
        return new Target(EnqueueStatements.JOB_INSERT, row, Enqueuer::bindAlike);
    }

    private static void bindAlike(Call call, Entry entry) {
        call.with(entry.id().bytes()).with(entry.job().kind()).with(entry.job().payload());
    }

    /** The widest INSERT that is full and not too large. */
    private static int width(List<Entry> entries, int from) {
        int fits = 0;
        long bytes = 0;
        while (from + fits < entries.size() && fits < WIDTHS[0]) {
            bytes += entries.get(from + fits).job().payload().remaining();
            if (fits > 0 && bytes > MOST_BYTES) {
                break;
            }
            fits++;
        }
        for (int width : WIDTHS) {
            if (width <= fits) {
                return width;
            }
        }
        return 1;
    }

    private void bindJob(Call call, Entry entry) {
        NewJob job = entry.job();
        call.with(queue)
                .with(job.priority().lane())
                .with(entry.id().bytes())
                .with(job.maxAttempts())
                .with(job.kind())
                .with(entry.headers())
                .with(job.payload());
    }
}

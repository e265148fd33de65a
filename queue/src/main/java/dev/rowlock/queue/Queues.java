package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.Cancellation;
import dev.rowlock.queue.internal.Enqueuer;
import dev.rowlock.queue.internal.FinishedJobs;
import dev.rowlock.queue.internal.FoundDetails;
import dev.rowlock.queue.internal.FoundJob;
import dev.rowlock.queue.internal.JobIds;
import dev.rowlock.queue.internal.JobReports;
import dev.rowlock.queue.internal.ServerClock;
import dev.rowlock.queue.internal.census.CountedQueues;
import dev.rowlock.queue.internal.dead.DeadLetterStore;
import dev.rowlock.queue.internal.lookout.House;
import dev.rowlock.queue.internal.quarantine.Parking;
import dev.rowlock.queue.internal.quarantine.Quarantine;
import dev.rowlock.queue.internal.sql.EnqueueStatements;
import dev.rowlock.queue.internal.sql.ListStatements;
import dev.rowlock.queue.schedule.Schedules;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/**
 * The queues of one schema: where everything about them begins. It holds no connection and runs nothing but what its workers share. Thread-safe; there
 * should be one for each process, which then looks once for all its workers. What reads takes no locks, what changes says which; each change is one
 * transaction, so a crash leaves all of it or nothing, unless it says otherwise.
 */
public final class Queues {
    private final Transactions transactions;
    private final QueueSettings settings;
    private final ServerClock clock = new ServerClock(System::nanoTime);
    private final JobIds ids = new JobIds();
    private final House house;
    private final Map<String, Queue> queues = new ConcurrentHashMap<>();

    private Queues(Transactions transactions, QueueSettings settings) {
        this.transactions = transactions;
        this.settings = settings;
        this.house = new House(transactions, settings.historyDays());
    }

    /** The queues of the schema that connections stand in. */
    public static Queues open(DataSource dataSource) {
        return open(Transactions.of(dataSource), QueueSettings.standard());
    }

    /**
     * The same with settings.
     *
     * @throws ConfigurationException when the schema is not up to date; see {@link Schema#migrate}
     */
    public static Queues open(Transactions transactions, QueueSettings settings) {
        Schema.require(transactions);
        return new Queues(transactions, settings);
    }

    /**
     * The queue of this name, which is added when it is new. Get it when the application starts: the first call for a name uses a connection and a
     * transaction of its own.
     *
     * <p>Locks: for a name that is new, exclusive on the new row, until the commit right after.
     *
     * @param name 1 to 64 characters
     */
    public Queue queue(String name) {
        if (name.isBlank() || name.length() > 64) {
            throw new ConfigurationException(
                    "a queue's name has 1 to 64 characters, not " + name.length() + ": " + name);
        }
        return queues.computeIfAbsent(name, this::open);
    }

    /** The queue of this name if there is one; adds none. */
    public Optional<Queue> find(String name) {
        return all().containsKey(name) ? Optional.of(queue(name)) : Optional.empty();
    }

    /** The queues of the schema by name, whoever added them. */
    public SortedMap<String, QueueState> all() {
        SortedMap<String, QueueState> all = new TreeMap<>();
        transactions
                .inTransaction(
                        Isolation.READ_COMMITTED,
                        connection -> new Call(connection, ListStatements.QUEUE_LIST)
                                .query(row -> Map.entry(
                                        Objects.requireNonNull(row.getString(1)),
                                        row.getBoolean(2) ? QueueState.PAUSED : QueueState.RUNNING)),
                        ReadBack.nothingWritten())
                .forEach(queue -> all.put(queue.getKey(), queue.getValue()));
        return all;
    }

    private Queue open(String name) {
        int number = transactions.inTransaction(
                Isolation.READ_COMMITTED, connection -> number(connection, name), ReadBack.repeatable());
        return new Queue(
                name, number, transactions, new Enqueuer(number, settings.largestPayload(), clock, ids, house), house);
    }

    private static int number(Connection connection, String name) throws SQLException {
        List<Integer> found = find(connection, name);
        if (found.isEmpty()) {
            new Call(connection, EnqueueStatements.QUEUE_INSERT).with(name).update();
            found = find(connection, name);
        }
        return found.get(0);
    }

    private static List<Integer> find(Connection connection, String name) throws SQLException {
        return new Call(connection, EnqueueStatements.QUEUE_FIND).with(name).query(row -> row.getInt(1));
    }

    /** The schedules of this schema. */
    public Schedules schedules() {
        return Schedules.open(transactions, settings);
    }

    /**
     * How many jobs each queue has in each state, by its name: figures that are kept, in milliseconds however many jobs there are; {@link QueueCounts} says
     * how exact. Locks: none.
     */
    public SortedMap<String, QueueCounts> counts() {
        SortedMap<String, QueueCounts> counts = new TreeMap<>();
        transactions
                .inTransaction(Isolation.READ_COMMITTED, CountedQueues::read, ReadBack.nothingWritten())
                .forEach(queue -> counts.put(queue.queue(), queue));
        return counts;
    }

    /**
     * Where commits of other processes are told, so that idle workers of this one start at once: for module {@code wakeup}, which hears of them by the server's
     * binary log, or for whoever hears of them otherwise. Workers go on looking by themselves.
     */
    public Arrivals arrivals() {
        return house.arrivals();
    }

    /** Where these queues are. */
    public DataSource dataSource() {
        return transactions.dataSource();
    }

    /** How a job ended; empty while it has not, or when its history is no longer kept. */
    public Optional<FinishedJob> finished(JobId id) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED, connection -> FinishedJobs.find(connection, id), ReadBack.nothingWritten());
    }

    /** Where a job is; empty when there is no such job, or its history is no longer kept. */
    public Optional<JobStatus> status(JobId id) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> {
                    Optional<FoundJob> found = FoundJob.find(connection, id);
                    return found.isEmpty()
                            ? Optional.empty()
                            : Optional.of(JobReports.withProgress(
                                    connection, found.get().status()));
                },
                ReadBack.nothingWritten());
    }

    /** What attempts of a job noted down with {@link Job#log}, the first attempt first, as far as it is kept. */
    public List<AttemptLog> log(JobId id) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED, connection -> JobReports.log(connection, id), ReadBack.nothingWritten());
    }

    /** All that is kept of a job; empty when there is no such job, or its history is no longer kept. */
    public Optional<JobDetails> details(JobId id) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED, connection -> FoundDetails.find(connection, id), ReadBack.nothingWritten());
    }

    /** Attempts of a job that failed, the first first, as far as they are kept. */
    public List<FailedAttempt> failures(JobId id) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED, connection -> FoundJob.failures(connection, id), ReadBack.nothingWritten());
    }

    /** The jobs of all queues that were given up. */
    public DeadLetters deadLetters() {
        return new DeadLetters(transactions, DeadLetterStore.ofAll());
    }

    /** Kinds whose jobs are put aside instead of run. */
    public List<QuarantinedKind> quarantined() {
        return transactions.inTransaction(Isolation.READ_COMMITTED, Quarantine::list, ReadBack.nothingWritten());
    }

    /**
     * Puts a kind in quarantine by hand: in all processes, claims put its jobs aside from now on; jobs that run go on. Nothing happens to a kind
     * that is there already.
     *
     * <p>Locks: exclusive on the new row, until the commit right after.
     *
     * @param kind its name
     * @param reason for {@link #quarantined}, up to 1 000 characters
     */
    public void quarantine(String kind, String reason) {
        transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> Quarantine.add(connection, kind, 0, reason),
                ReadBack.repeatable());
    }

    /**
     * Lets a kind out of quarantine, forgets what it was there for, and makes its jobs due again, a thousand at a time. Should the process die
     * meanwhile, call it again; housekeeping brings back the rest as well, within ten minutes.
     *
     * <p>Locks: exclusive on the kind's row, for which it waits until claims that put jobs aside have committed; then on the jobs it brings back, each
     * thousand until its commit.
     *
     * @return how many jobs came back
     */
    public long release(String kind) {
        Quarantine.forget(transactions, kind);
        transactions.inTransaction(
                Isolation.READ_COMMITTED, connection -> Quarantine.remove(connection, kind), ReadBack.repeatable());
        return new Parking(transactions).free(kind::equals);
    }

    /**
     * Takes a job back that has not ended. One that runs is taken from its holder at once; its handler hears of it with the next heartbeat, at
     * the latest a third of the lease later. A COMMIT whose answer was lost is read back.
     *
     * <p>Locks: exclusive on the job's row, until the commit right after; it waits for nobody who has it locked, and answers that the job is busy instead. With a unique key it waits for callers
     * who were told of the job.
     */
    public CancelOutcome cancel(JobId id) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> Cancellation.cancel(connection, id),
                (connection, outcome) -> Cancellation.readBack(connection, id, outcome));
    }
}

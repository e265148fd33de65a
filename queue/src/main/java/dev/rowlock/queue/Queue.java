package dev.rowlock.queue;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.Enqueuer;
import dev.rowlock.queue.internal.JobLists;
import dev.rowlock.queue.internal.LocalWorkers;
import dev.rowlock.queue.internal.Seating;
import dev.rowlock.queue.internal.dead.DeadLetterStore;
import dev.rowlock.queue.internal.line.LimitStore;
import dev.rowlock.queue.internal.lookout.House;
import dev.rowlock.queue.internal.sql.JobStatements;
import dev.rowlock.queue.internal.work.SeatedJob.PauseCheck;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One queue. Thread-safe; holds no connection and no lock between calls. What reads takes no locks, what changes says which. A crash in a transaction of
 * its own leaves nothing of it: all of it has happened, or none.
 */
public final class Queue {
    private final String name;
    private final int number;
    private final Transactions transactions;
    private final Enqueuer enqueuer;
    private final House house;
    private final LimitStore limits;
    private final LocalWorkers local = new LocalWorkers();

    Queue(String name, int number, Transactions transactions, Enqueuer enqueuer, House house) {
        this.house = house;
        this.name = name;
        this.number = number;
        this.transactions = transactions;
        this.enqueuer = enqueuer;
        this.limits = new LimitStore(number, transactions);
    }

    public String name() {
        return name;
    }

    /**
     * Enqueues in the caller's transaction: the job is there when that commits, and never was when it is rolled back. The connection is
     * neither committed nor closed.
     *
     * <p>Locks: exclusive on the new rows, and on the row of an idempotency key or unique key, until the caller's transaction ends. Without one it waits
     * for nobody, ordering keys and concurrency keys included. With one it waits, like any INSERT of a unique key, for a transaction that used the same key and has not ended.
     *
     * @throws StoreException when the server refuses; nothing was retried, since the transaction is the caller's
     */
    public EnqueueOutcome enqueue(Connection connection, NewJob job) {
        return enqueueAll(connection, List.of(job)).get(0);
    }

    /** The same for many, in few statements; an outcome for each, in the same order. */
    public List<EnqueueOutcome> enqueueAll(Connection connection, List<NewJob> jobs) {
        try {
            return enqueuer.enqueue(connection, jobs, Seating.none());
        } catch (SQLException e) {
            throw StoreException.of(e);
        }
    }

    /**
     * Enqueues in a transaction of its own. While a worker of this process has a free handler for it and nothing waits, the job starts with
     * the commit. Locks as above, until that commit. After a crash behind the commit the job is there, and is claimed by whoever comes first or,
     * when it was handed over, once its lease ends.
     */
    public EnqueueOutcome enqueue(NewJob job) {
        return enqueueAll(List.of(job)).get(0);
    }

    /**
     * The same for many: all of them or none. A COMMIT whose answer was lost is read back. Starts up to ten jobs with the commit, or wakes the
     * workers that this process has started on this queue.
     */
    public List<EnqueueOutcome> enqueueAll(List<NewJob> jobs) {
        Seating seating = local.seating(jobs, PauseCheck.DONE);
        List<EnqueueOutcome> outcomes;
        try {
            outcomes = transactions.inTransaction(
                    Isolation.READ_COMMITTED,
                    connection -> enqueuer.enqueue(connection, jobs, seating),
                    (connection, written) -> enqueuer.readBack(connection, jobs, written));
        } catch (RuntimeException e) {
            seating.rolledBack();
            throw e;
        }
        if (seating.committed()) {
            wake();
        }
        return outcomes;
    }

    /** Begins a hand-over of jobs that are enqueued in one transaction of the caller's to the workers of this process. */
    public Handover handover() {
        return new Handover(enqueuer, local);
    }

    /**
     * Wakes the workers that this process has started on this queue: after the commit of a transaction that enqueued on its own connection. A {@link #handover}
     * does it by itself.
     */
    public void wake() {
        local.wake();
    }

    /**
     * Makes claims come back empty, in all processes at once; jobs that run go on.
     *
     * <p>Locks: exclusive on the queue's own row, until the commit right after.
     */
    public void pause() {
        update(JobStatements.QUEUE_PAUSE);
    }

    /** Lets claims find jobs again. Locks: as {@link #pause}. */
    public void resume() {
        update(JobStatements.QUEUE_RESUME);
        wake();
    }

    /**
     * Holds the jobs of each concurrency key to these limits from now on, in all processes. Jobs that run go on.
     *
     * <p>Locks: exclusive on the queue's row of limits, until the commit right after.
     */
    public void limitKeys(KeyLimits limits) {
        this.limits.setOfKeys(limits);
        wake();
    }

    /**
     * Holds the jobs of one kind that have no ordering key and no concurrency key to these limits from now on, in all processes: all of them together. Jobs that
     * run go on. Those that have to wait are put into a line by the claim that finds them, so they are in nobody's way; that writes each of them twice.
     *
     * <p>Locks: as {@link #limitKeys}.
     *
     * @param kind its name
     */
    public void limitKind(String kind, KeyLimits limits) {
        JobKind.text(kind);
        this.limits.setOfKind(kind, limits);
        wake();
    }

    /**
     * Lets no more jobs of this queue begin in any period than this, in all processes together, whatever their kinds and keys. A job that is tried again begins
     * again.
     *
     * <p>Locks: the places of the rate, a row for each job of a period, until the commit right after; waits for claims that are using them.
     */
    public void limitRate(Rate rate) {
        limits.setRate(Optional.of(rate));
        wake();
    }

    /** Lets jobs begin as fast as workers take them. */
    public void unlimitRate() {
        limits.setRate(Optional.empty());
        wake();
    }

    /** What the jobs of this queue are held to. */
    public QueueLimits limits() {
        return limits.read();
    }

    private void update(String statement) {
        transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> new Call(connection, statement).with(name).update(),
                ReadBack.repeatable());
    }

    /** Whether claims come back empty, as committed now. */
    public boolean isPaused() {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> new Call(connection, JobStatements.QUEUE_PAUSED)
                        .with(name)
                        .query(row -> row.getBoolean(1))
                        .get(0),
                ReadBack.nothingWritten());
    }

    /** How jobs ended since the queue is there, as counted; a worker that is killed takes the counts of its last second with it. */
    public Map<Ending, Long> endings() {
        Map<Ending, Long> endings = new EnumMap<>(Ending.class);
        transactions
                .inTransaction(
                        Isolation.READ_COMMITTED,
                        connection -> new Call(connection, JobStatements.QUEUE_COUNTS)
                                .with(number)
                                .query(row -> Map.entry(Ending.of(row.getInt(1)), row.getLong(2))),
                        ReadBack.nothingWritten())
                .forEach(figure -> endings.put(figure.getKey(), figure.getValue()));
        return endings;
    }

    /** Jobs of this queue in one state, page by page. Takes no locks, and reads no more than a few thousand rows for a page. */
    public JobPage list(JobQuery query) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> new JobLists(number, name).list(connection, query),
                ReadBack.nothingWritten());
    }

    /** The jobs of this queue that were given up. */
    public DeadLetters deadLetters() {
        return new DeadLetters(transactions, DeadLetterStore.of(number));
    }

    /** Begins a worker of this queue. */
    public Worker.Builder worker() {
        return new Worker.Builder(name, number, transactions, house, local);
    }
}

package dev.rowlock.batch;

import dev.rowlock.batch.internal.AppTimers;
import dev.rowlock.batch.internal.Assembly;
import dev.rowlock.batch.internal.Events;
import dev.rowlock.batch.internal.OwnTables;
import dev.rowlock.batch.internal.RunStore;
import dev.rowlock.batch.internal.Starter;
import dev.rowlock.batch.internal.StatusReader;
import dev.rowlock.batch.internal.Store;
import dev.rowlock.batch.internal.plan.Planner;
import dev.rowlock.mysql.CommitForm;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.pacing.RateSetting;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Bulk work over live tables of one server. A run is a row; any number of processes may join it, leave it and control it.
 *
 * <pre>{@code
 * Batches batches = Batches.of(Transactions.of(dataSource));
 * BatchPlan plan = BatchPlan.builder(TableName.parse("orders"), "status = 'PENDING' AND modified_at < :cutoff",
 *         new Action.Set("status = 'OVERDUE'")).parameter("cutoff", "2026-01-01").build();
 * long run = batches.start(plan);
 * try (BatchWorker worker = batches.join(run, WorkerSettings.standard()).start()) {
 *     worker.await(Duration.ofHours(2));
 * }
 * }</pre>
 *
 * <p>Thread-safe. Holds no connection between calls. Locks rows of its own tables only, until the commit right after; what is locked of the user's
 * table, {@link BatchWorker} says.
 */
public final class Batches {
    private final Transactions transactions;
    private final DataSource signals;
    private final RecentRows.@Nullable Source recentOrNull;
    private final Timers timers;
    private final Store store;
    private final Clock clock;
    private final OwnTables tables;
    private final RunStore runs;
    private final Events events;

    private Batches(
            Transactions transactions,
            DataSource signals,
            RecentRows.@Nullable Source recentOrNull,
            Timers timers,
            Store store,
            Clock clock) {
        this.transactions =
                transactions.commits(CommitForm.APART); // so that COMMIT in the server's statistics is others' alone
        this.signals = signals;
        this.recentOrNull = recentOrNull;
        this.timers = timers;
        this.store = store;
        this.clock = clock;
        this.tables = new OwnTables(store);
        this.runs = new RunStore(store);
        this.events = new Events(store);
    }

    /** With our tables in the connection's own schema. */
    public static Batches of(Transactions transactions) {
        return new Batches(
                transactions,
                transactions.dataSource(),
                null,
                Timers.none(),
                new Store(Optional.empty()),
                Clock.systemUTC());
    }

    /** With our tables in another schema of the same server, for those who allow none in theirs. */
    public static Batches of(Transactions transactions, Identifier schema) {
        return new Batches(
                transactions,
                transactions.dataSource(),
                null,
                Timers.none(),
                new Store(Optional.of(schema)),
                Clock.systemUTC());
    }

    /**
     * The same, where signals keep their connections out of another source: each keeps one for as long as this process paces a run, about
     * five in all. Without this they come out of the work's own.
     */
    public Batches signalsFrom(DataSource source) {
        return new Batches(transactions, source, recentOrNull, timers, store, clock);
    }

    /** The same, where plans may leave rows for later that online traffic wrote a moment ago. */
    public Batches recentWritesFrom(RecentRows.Source source) {
        return new Batches(transactions, signals, source, timers, store, clock);
    }

    /**
     * The same, where guards of plans may name timers of this application ({@link GuardRule.Kind#TIMER}). {@link #join} refuses a process that does not have a timer
     * which guards the run.
     */
    public Batches timers(Timers known) {
        return new Batches(transactions, signals, recentOrNull, known, store, clock);
    }

    /** The same by another clock, which says whether a window is open; the system's by default. */
    Batches by(Clock other) {
        return new Batches(transactions, signals, recentOrNull, timers, store, other);
    }

    /** The DDL of our tables, for those who create them themselves. {@link #start} creates what is missing, and brings those of an older version up to date. */
    public List<String> ddl() {
        return tables.ddl();
    }

    /**
     * Makes a run of a plan: checks it, cuts shards, and writes the run. Nothing of the user's table is changed before a worker joins.
     *
     * @return the run's id
     * @throws ConfigurationException when the plan cannot be done; nothing was written
     */
    public long start(BatchPlan plan) {
        return new Starter(transactions, store, tables, runs, events).start(plan);
    }

    /** As {@link #join(long, WorkerSettings, RowHandler, WorkerListener)} for actions that are statements. */
    public BatchWorker join(long run, WorkerSettings settings) {
        return join(run, settings, null, WorkerListener.none());
    }

    /**
     * Takes part in a run. The worker does nothing before {@link BatchWorker#start}.
     *
     * @param handlerOrNull for {@link Action.Handle}, and only for it
     */
    public BatchWorker join(
            long run, WorkerSettings settings, @Nullable RowHandler handlerOrNull, WorkerListener listener) {
        return new BatchWorker(new Assembly(
                        transactions, signals, recentOrNull, new AppTimers(timers.byName()), store, runs, events, clock)
                .worker(loadToWrite(run), settings, handlerOrNull, listener));
    }

    /** As {@link #plan(BatchPlan, PlanSettings)} with the standard settings. */
    public PlanReport plan(BatchPlan plan) throws InterruptedException {
        return plan(plan, PlanSettings.standard());
    }

    /**
     * What a plan would do here: its statements with the server's plans and locks, rows and time by a sample, and what stands in its way. Writes
     * nothing, creates nothing, and locks nothing unless the settings ask for a probe; takes some seconds whatever the table's size.
     *
     * @throws ConfigurationException when the plan cannot be done
     */
    public PlanReport plan(BatchPlan plan, PlanSettings settings) throws InterruptedException {
        return new Planner(transactions, store, tables, clock).plan(plan, settings);
    }

    /** Where a run stands. Reads as many rows as it has shards and workers; no locks. */
    public RunStatus status(long run) {
        return new StatusReader(transactions, store, runs).read(load(run));
    }

    /** The latest runs, newest first. */
    public List<Long> latest(int limit) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> tables.exist(connection) ? runs.list(connection, limit) : List.of());
    }

    /** Events after one; 0 for all. */
    public List<RunEvent> events(long run, long after, int limit) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED, connection -> events.after(connection, run, after, limit));
    }

    /** Rows of the ledger. */
    public List<HeldRow> held(long run, int limit) {
        return new StatusReader(transactions, store, runs).held(run, limit);
    }

    /** No chunk begins after a second. False when the run was not running. */
    public boolean pause(long run, String reason) {
        return move(run, RunState.PAUSED, reason, reason, Set.of(RunState.RUNNING));
    }

    /** Lets a paused or stopped run go on. False when it was neither. */
    public boolean resume(long run) {
        RunStore.Run before = loadToWrite(run);
        String was =
                "it was " + before.state().text() + (before.reason().isEmpty() ? "" : " (" + before.reason() + ")");
        return move(run, RunState.RUNNING, "", was, Set.of(RunState.PAUSED, RunState.STOPPED));
    }

    /** Ends a run for good; what is committed stays. False when it was over. */
    public boolean cancel(long run, String reason) {
        return move(
                run, RunState.CANCELLED, reason, reason, Set.of(RunState.RUNNING, RunState.PAUSED, RunState.STOPPED));
    }

    /** What the rate shall be from now on, within a second. */
    public void rate(long run, RateSetting setting) {
        loadToWrite(run);
        transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
            runs.setRate(connection, run, setting.toString());
            events.add(connection, run, "rate", "the rate was set to " + setting, null);
            return run;
        });
    }

    /** The reason stays with the run; what is told of it is an event. */
    private boolean move(long run, RunState to, String reason, String told, Set<RunState> from) {
        loadToWrite(run);
        return transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
            boolean moved = runs.move(connection, run, to, reason, from);
            if (moved) {
                events.add(connection, run, to.text(), told, null);
            }
            return moved;
        });
    }

    /** Whoever only reads does not alter tables; whoever writes brings those of an older version up to date. */
    private RunStore.Run loadToWrite(long run) {
        tables.upgrade(transactions);
        return load(run);
    }

    private RunStore.Run load(long run) {
        return transactions
                .inTransaction(
                        Isolation.READ_COMMITTED,
                        connection ->
                                tables.exist(connection) ? runs.load(connection, run) : Optional.<RunStore.Run>empty())
                .orElseThrow(() ->
                        new ConfigurationException("there is no batch run " + run + " here: see rowlock batch status"));
    }
}

package dev.rowlock.batch.internal;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.RecentRows;
import dev.rowlock.batch.RowHandler;
import dev.rowlock.batch.WorkerListener;
import dev.rowlock.batch.WorkerSettings;
import dev.rowlock.batch.internal.GuardSetup.Watched;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.pacing.RateSetting;
import dev.rowlock.pacing.Ticker;
import dev.rowlock.pacing.signal.Loss;
import dev.rowlock.pacing.signal.OwnLosses;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Puts a worker together. Immutable. */
public final class Assembly {
    private final Transactions transactions;
    private final DataSource signals;
    private final RecentRows.@Nullable Source recentOrNull;
    private final AppTimers timers;
    private final Store store;
    private final RunStore runs;
    private final Events events;
    private final Clock clock;

    public Assembly(
            Transactions transactions,
            DataSource signals,
            RecentRows.@Nullable Source recentOrNull,
            AppTimers timers,
            Store store,
            RunStore runs,
            Events events,
            Clock clock) {
        this.transactions = transactions;
        this.signals = signals;
        this.recentOrNull = recentOrNull;
        this.timers = timers;
        this.store = store;
        this.runs = runs;
        this.events = events;
        this.clock = clock;
    }

    private RecentRows recent(BatchPlan plan, Starter.Checked checked) {
        if (plan.recentWrites().isZero()) {
            return RecentRows.none();
        }
        RecentRows.Source source = recentOrNull;
        if (source == null) {
            throw new ConfigurationException(
                    "the plan leaves rows for later that were written within " + plan.recentWrites()
                            + ", and this process cannot know of them: give it a source of recent writes");
        }
        return source.open(checked.target().name(), plan.recentWrites());
    }

    private static void count(OwnLosses losses, StoreException failure) {
        if (failure.failure() == Failure.DEADLOCK) {
            losses.add(Loss.DEADLOCK);
        } else if (failure.errorNumber() == ServerError.ER_LOCK_WAIT_TIMEOUT) {
            losses.add(Loss.LOCK_WAIT_TIMEOUT);
        }
    }

    private Pace pace(RunStore.Run run, Starter.Checked checked, OwnLosses losses, RateSetting setting, Ticker ticker) {
        GuardSetup setup = new GuardSetup(
                new GuardSignals(transactions, signals, store, checked, run.plan(), run.id(), losses, timers, ticker),
                run.plan().guards());
        List<Watched> watched = setup.watched();
        if (watched.isEmpty()) {
            return new FixedPace(setting);
        }
        return new GuardedPace(
                watched, setup::withoutTraffic, setting, ticker, new Knees(transactions, store, run.target()));
    }

    /** The table's key as it is now, if the run can go on with it. */
    private KeyShape key(RunStore.Run run, Target target) {
        KeyShape now = transactions.inTransaction(
                Isolation.READ_COMMITTED, connection -> KeyShape.read(connection, target.name()));
        KeyWatch.require(target.name(), run.key(), now, run.id());
        return now;
    }

    public CrewThreads worker(
            RunStore.Run run, WorkerSettings settings, @Nullable RowHandler handlerOrNull, WorkerListener listener) {
        BatchPlan plan = run.plan();
        if (plan.action() instanceof Action.Handle != (handlerOrNull != null)) {
            throw new ConfigurationException(
                    handlerOrNull == null
                            ? "run " + run.id() + " gives its rows to a handler, and this process has none: name one"
                            : "run " + run.id() + " changes its rows by a statement, and needs no handler");
        }
        timers.require(plan);
        Starter.Checked checked =
                transactions.inTransaction(Isolation.READ_COMMITTED, connection -> Starter.check(connection, plan));
        RecentRows recent = recent(plan, checked);
        Ticker ticker = Ticker.system();
        KeyShape key = key(run, checked.target());
        KeyWatch watch =
                new KeyWatch(checked.target().name(), key, checked.target().codec(), run.id(), ticker);
        Haste haste = Haste.of(checked.facts());
        Parts parts = new Parts(
                checked.sql(),
                checked.target().codec(),
                watch,
                new ShardStore(store, checked.target().codec()),
                new Ledger(store, checked.target().codec()),
                Change.of(plan.action(), checked.sql(), haste),
                recent);
        OwnLosses losses = new OwnLosses();
        Transactions watched = haste.of(transactions.observed(failure -> count(losses, failure)));
        Claims claims = Claims.open(transactions, store, settings.name(), settings.lease(), PacingRight.LEASE);
        Gate gate = new Gate(ticker);
        HandledChunk handled = handlerOrNull != null && plan.action() instanceof Action.Handle handle
                ? new HandledChunk(transactions, parts, handlerOrNull, checked.target(), handle)
                : null;
        Duration giveUp = plan.held().giveUpOrNull();
        Chunks chunks = new Chunks(
                watched,
                parts,
                handled,
                settings.lease(),
                new StopReason(transactions, watch, plan, checked.target(), run.id()));
        WaitLog waits = new WaitLog(transactions, events, run.id(), losses, ticker);
        ShardLoop.Terms terms = new ShardLoop.Terms(settings.lease(), giveUp);
        Rounds rounds = new Rounds(ticker);
        Workers workers = new Workers(store);
        PacingDesk desk = new PacingDesk(
                transactions,
                runs,
                workers,
                events,
                store,
                new PacingRight(claims, run.id(), ticker),
                run.id(),
                settings.name(),
                new OpenHours(plan.window().orElse(null), clock),
                setting -> pace(run, checked, losses, setting, ticker),
                ticker);
        Crew crew = new Crew(
                transactions,
                runs,
                store,
                events,
                claims,
                gate,
                run.id(),
                rounds,
                () -> new ShardLoop(
                        chunks,
                        claims,
                        gate,
                        new ChunkSize(plan.chunk()),
                        () -> gate.chunk(plan.chunk().target()),
                        terms,
                        rounds,
                        waits,
                        listener),
                new Ending(transactions, runs, events, gate, run.id(), listener),
                listener);
        Pulse pulse = new Pulse(transactions, workers, gate, run.id(), settings, desk, losses, runs, listener, ticker);
        return new CrewThreads(crew, gate, pulse, settings.threads(), recent::close);
    }
}

package dev.rowlock.batch.internal;

import dev.rowlock.batch.RunState;
import dev.rowlock.batch.internal.Workers.Worker;
import dev.rowlock.batch.internal.sql.RunStatements;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.pacing.Allotment;
import dev.rowlock.pacing.RateSetting;
import dev.rowlock.pacing.Ticker;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Paces a run while this process has the right to: asks the pace what the rate shall be, splits it over the workers, and writes both down with
 * the reason. Used by the pulse's thread alone.
 */
final class PacingDesk implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PacingDesk.class);
    private static final Duration TICK = Duration.ofMillis(400);
    private static final Duration SAMPLE_EVERY = Duration.ofSeconds(1);

    /** For how long a pause costs no new baseline, and signals keep their connections. */
    private static final Duration KEPT_IN_A_PAUSE = Duration.ofMinutes(5);

    /** A guard that cannot be had reads the server's whole summary each time. */
    private static final Duration REFUSED_EVERY = Duration.ofSeconds(2);

    private final Transactions transactions;
    private final RunStore runs;
    private final Workers workers;
    private final Events events;
    private final Store store;
    private final PacingRight right;
    private final long run;
    private final String worker;
    private final OpenHours hours;
    private final Function<RateSetting, Pace> paces;
    private final Ticker ticker;

    private @Nullable Pace paceOrNull;
    private @Nullable Double ownShareOrNull;
    private @Nullable Duration ownChunkOrNull;
    private String setting = "";
    private Duration ticked = Duration.ZERO;
    private Duration sampled = Duration.ZERO;
    private @Nullable Duration pausedOrNull;
    private @Nullable Duration refusedOrNull;

    PacingDesk(
            Transactions transactions,
            RunStore runs,
            Workers workers,
            Events events,
            Store store,
            PacingRight right,
            long run,
            String worker,
            OpenHours hours,
            Function<RateSetting, Pace> paces,
            Ticker ticker) {
        this.transactions = transactions;
        this.runs = runs;
        this.workers = workers;
        this.events = events;
        this.store = store;
        this.right = right;
        this.run = run;
        this.worker = worker;
        this.hours = hours;
        this.paces = paces;
        this.ticker = ticker;
    }

    /** The share of this process when it paces, which it knows before the next read. */
    @Nullable
    Double ownShare() {
        return right.isHeld() ? ownShareOrNull : null;
    }

    /** How long a chunk may hold its rows: what this process found out when it paces, which it knows before the next read; otherwise what it was told. */
    @Nullable
    Duration chunk(@Nullable Duration told) {
        return right.isHeld() && ownChunkOrNull != null ? ownChunkOrNull : told;
    }

    /** Takes the right to pace if nobody has it, and paces if it is time. What the user just set is not waited for. */
    void beat(boolean paced, String rateSetting) {
        if (right.isHeld() ? !right.renew() : paced || !right.take()) {
            drop();
            return;
        }
        Pace pace = paceOrNull;
        boolean changed = pausedOrNull != null || !setting.equals(rateSetting);
        if (pace == null && isJustRefused()) {
            return;
        }
        if (pace == null) {
            pace = listen(rateSetting);
            paceOrNull = pace;
        } else if (changed) {
            pace.set(RateSetting.parse(rateSetting));
        }
        pausedOrNull = null;
        setting = rateSetting;
        Duration now = ticker.now();
        if (changed || now.minus(ticked).compareTo(TICK) >= 0) {
            ticked = now;
            tick(pace, now);
        }
    }

    private boolean isJustRefused() {
        Duration at = refusedOrNull;
        return at != null && ticker.now().minus(at).compareTo(REFUSED_EVERY) < 0;
    }

    /** What the plan wants to listen to may not be there now, or never: that is told where everybody looks, and it is tried again. */
    private Pace listen(String rateSetting) {
        try {
            return paces.apply(RateSetting.parse(rateSetting));
        } catch (ConfigurationException e) {
            refusedOrNull = ticker.now();
            Pace.Step none = Pace.Step.none("guards", "waits for a guard: " + e.getMessage(), "");
            transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
                runs.pace(connection, run, right.token(), none);
                return none;
            });
            throw e;
        }
    }

    /** The run is paused: nothing is decided, and what the signals say now is not held against it. */
    void idle() {
        Duration now = ticker.now();
        Duration since = pausedOrNull == null ? now : pausedOrNull;
        pausedOrNull = since;
        if (!right.renew() || now.minus(since).compareTo(KEPT_IN_A_PAUSE) > 0) {
            drop();
        }
    }

    private void drop() {
        Pace pace = paceOrNull;
        paceOrNull = null;
        ownShareOrNull = null;
        ownChunkOrNull = null;
        if (pace != null) {
            try {
                pace.close();
            } catch (RuntimeException e) {
                log.warn("batch run={} signals were not closed reason=\"{}\"", run, e.getMessage());
            }
        }
        right.release();
    }

    private void tick(Pace pace, Duration now) {
        List<Worker> crew =
                transactions.inTransaction(Isolation.READ_COMMITTED, connection -> workers.list(connection, run));
        double used = crew.stream().mapToDouble(Worker::used).sum();
        OpenHours.State state = hours.now();
        Pace.Step step =
                state == OpenHours.State.OPEN ? pace.step(used) : Pace.Step.none("window", hours.text(state), "");
        boolean sample = now.minus(sampled).compareTo(SAMPLE_EVERY) >= 0;
        sampled = sample ? now : sampled;
        Map<String, Double> shares = shares(crew, step.rate());
        transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
            write(connection, step, shares);
            if (sample) {
                new Call(connection, store.sql(RunStatements.SAMPLE_INSERT))
                        .with(run)
                        .with(Double.toString(step.rate()))
                        .with(Double.toString(used))
                        .with(step.readings())
                        .update();
            }
            window(connection, state);
            return step;
        });
        hours.told(state);
        ownShareOrNull = shares.getOrDefault(worker, 0.0);
        ownChunkOrNull = step.chunkOrNull();
    }

    private void write(Connection connection, Pace.Step step, Map<String, Double> shares) throws SQLException {
        runs.pace(connection, run, right.token(), step);
        for (Map.Entry<String, Double> share : shares.entrySet()) {
            workers.allot(connection, run, share.getKey(), share.getValue());
        }
        if (step.isChange()) {
            events.add(connection, run, step.kind(), step.reason(), step.rate());
        }
    }

    private static Map<String, Double> shares(List<Worker> crew, double rate) {
        List<Allotment.Demand> demands = new ArrayList<>();
        crew.forEach(each -> demands.add(new Allotment.Demand(each.name(), each.used(), each.wanted())));
        return Allotment.split(rate, demands);
    }

    private void window(Connection connection, OpenHours.State state) throws SQLException {
        Optional<String> change = hours.change(state);
        if (change.isPresent()) {
            events.add(connection, run, "window", change.get(), state == OpenHours.State.OPEN ? null : (Double) 0.0);
            if (hours.stops(state)) {
                runs.move(connection, run, RunState.STOPPED, change.get(), Set.of(RunState.RUNNING));
            }
        }
    }

    @Override
    public void close() {
        drop();
    }
}

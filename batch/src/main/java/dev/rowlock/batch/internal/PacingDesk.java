package dev.rowlock.batch.internal;

import dev.rowlock.batch.RunState;
import dev.rowlock.batch.Window;
import dev.rowlock.batch.internal.Workers.Worker;
import dev.rowlock.batch.internal.sql.RunStatements;
import dev.rowlock.claim.Lease;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.pacing.Allotment;
import dev.rowlock.pacing.RateSetting;
import dev.rowlock.pacing.Ticker;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
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
 * Paces a run while this process holds the lease on it: asks the pace what the rate shall be, splits it over the workers, and writes both
 * down with the reason. When the process dies, another takes the lease over. Used by the pulse's thread alone.
 */
final class PacingDesk implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PacingDesk.class);

    /** Length of the pacing lease: how long a run keeps its last rate when the process that paced it died. */
    static final Duration LEASE = Duration.ofSeconds(5);

    private static final Duration TICK = Duration.ofMillis(400);
    private static final Duration SAMPLE_EVERY = Duration.ofSeconds(1);
    private static final Duration RENEW_EVERY = Duration.ofMillis(1_500);

    private final Transactions transactions;
    private final RunStore runs;
    private final Workers workers;
    private final Events events;
    private final Store store;
    private final Claims claims;
    private final long run;
    private final String worker;
    private final @Nullable Window windowOrNull;
    private final Function<RateSetting, Pace> paces;
    private final Ticker ticker;
    private final Clock clock;

    private @Nullable Lease leaseOrNull;
    private @Nullable Pace paceOrNull;
    private @Nullable Double ownShareOrNull;
    private String setting = "";
    private Duration renewed = Duration.ZERO;
    private Duration ticked = Duration.ZERO;
    private Duration sampled = Duration.ZERO;
    private Hours wasHours = Hours.OPEN;
    private boolean begun;

    PacingDesk(
            Transactions transactions,
            RunStore runs,
            Workers workers,
            Events events,
            Store store,
            Claims claims,
            long run,
            String worker,
            @Nullable Window windowOrNull,
            Function<RateSetting, Pace> paces,
            Ticker ticker,
            Clock clock) {
        this.transactions = transactions;
        this.runs = runs;
        this.workers = workers;
        this.events = events;
        this.store = store;
        this.claims = claims;
        this.run = run;
        this.worker = worker;
        this.windowOrNull = windowOrNull;
        this.paces = paces;
        this.ticker = ticker;
        this.clock = clock;
    }

    /** The share of this process when it paces, which it knows before the next read. */
    @Nullable
    Double ownShare() {
        return leaseOrNull == null ? null : ownShareOrNull;
    }

    /** Takes the right to pace if nobody has it, and paces if it is time. */
    void beat(boolean paced, String rateSetting) {
        Duration now = ticker.now();
        Lease lease = leaseOrNull == null ? paced ? null : take(now) : renew(leaseOrNull, now);
        if (lease == null) {
            drop();
            return;
        }
        leaseOrNull = lease;
        Pace pace = paceOrNull;
        if (pace == null) {
            pace = paces.apply(RateSetting.parse(rateSetting));
            paceOrNull = pace;
        } else if (!setting.equals(rateSetting)) {
            pace.set(RateSetting.parse(rateSetting));
        }
        setting = rateSetting;
        if (now.minus(ticked).compareTo(TICK) >= 0) {
            ticked = now;
            tick(lease, pace, now);
        }
    }

    /** The run is paused: nothing is decided, and what the signals say now is not held against it. */
    void idle() {
        drop();
    }

    private @Nullable Lease take(Duration now) {
        claims.reclaim();
        Optional<Lease> taken = claims.pacing(run);
        taken.ifPresent(lease -> renewed = now);
        return taken.orElse(null);
    }

    private @Nullable Lease renew(Lease lease, Duration now) {
        if (now.minus(renewed).compareTo(RENEW_EVERY) < 0) {
            return lease;
        }
        renewed = now;
        return claims.extendPacing(lease).orElse(null);
    }

    private void drop() {
        Pace pace = paceOrNull;
        if (pace != null) {
            pace.close();
        }
        Lease lease = leaseOrNull;
        paceOrNull = null;
        leaseOrNull = null;
        ownShareOrNull = null;
        if (lease != null) {
            try {
                claims.releasePacing(lease);
            } catch (RuntimeException e) {
                log.debug("batch run={} pacing lease runs out by itself reason=\"{}\"", run, e.getMessage());
            }
        }
    }

    private void tick(Lease lease, Pace pace, Duration now) {
        List<Worker> crew =
                transactions.inTransaction(Isolation.READ_COMMITTED, connection -> workers.list(connection, run));
        double used = crew.stream().mapToDouble(Worker::used).sum();
        Hours hours = windowOrNull == null ? Hours.OPEN : hours(windowOrNull);
        Pace.Step step = hours == Hours.OPEN
                ? pace.step(used)
                : Pace.Step.none("window", "the window " + windowOrNull + " is closed", "");
        boolean sample = now.minus(sampled).compareTo(SAMPLE_EVERY) >= 0;
        sampled = sample ? now : sampled;
        Map<String, Double> shares = shares(crew, step.rate());
        transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
            write(connection, lease, step, shares);
            if (sample) {
                new Call(connection, store.sql(RunStatements.SAMPLE_INSERT))
                        .with(run)
                        .with(Double.toString(step.rate()))
                        .with(Double.toString(used))
                        .with(step.readings())
                        .update();
            }
            if (hours != wasHours) {
                window(connection, hours);
            }
            return step;
        });
        wasHours = hours;
        ownShareOrNull = shares.getOrDefault(worker, 0.0);
    }

    private void write(Connection connection, Lease lease, Pace.Step step, Map<String, Double> shares)
            throws SQLException {
        runs.pace(connection, run, lease.fence().token().orElseThrow(), step);
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

    /** Whether the window lets the run go on. */
    private enum Hours {
        OPEN,
        CLOSED
    }

    private Hours hours(Window window) {
        boolean open = window.isOpen(clock.instant()) || (window.atEnd() == Window.AtEnd.FINISH && begun);
        begun |= open;
        return open ? Hours.OPEN : Hours.CLOSED;
    }

    private void window(Connection connection, Hours hours) throws SQLException {
        String what = "the window " + windowOrNull + (hours == Hours.OPEN ? " opened" : " is closed");
        events.add(connection, run, "window", what, hours == Hours.OPEN ? null : (Double) 0.0);
        if (hours == Hours.CLOSED && windowOrNull != null && windowOrNull.atEnd() == Window.AtEnd.STOP && begun) {
            runs.move(connection, run, RunState.STOPPED, what, Set.of(RunState.RUNNING));
        }
    }

    @Override
    public void close() {
        drop();
    }
}

package dev.rowlock.cli.diagnose;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Signals;
import dev.rowlock.cli.connect.Account;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import dev.rowlock.cli.connect.SessionZone;
import dev.rowlock.diagnose.Sides;
import dev.rowlock.diagnose.SqlDisplay;
import dev.rowlock.diagnose.watch.DeadlockWatch;
import dev.rowlock.diagnose.watch.Look;
import dev.rowlock.diagnose.watch.PrometheusText;
import dev.rowlock.mysql.RowlockException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One watch, from its first look until its time is up or a signal ends it. A server that goes away is waited for. */
final class WatchRun {
    private final WatchOptions options;
    private final WatchTeller teller;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile String why = "time is up";
    private @Nullable String outage;

    WatchRun(WatchOptions options, WatchTeller teller) {
        this.options = options;
        this.teller = teller;
    }

    private void stop(String signal) {
        why = "ended by " + signal;
        over.countDown();
    }

    /** The first look has to succeed: what is wrong from the start is told at once. */
    ExitCode run(Account account, Sides sides, SqlDisplay display) throws InterruptedException {
        Duration every = options.every();
        Optional<Duration> length = options.length();
        try (Signals signals = Signals.on(this::stop);
                Server server = Server.connect(account, PoolSize.ONE_COMMAND, SessionZone.SERVER)) {
            WatchHistory history = WatchHistory.open(options, server.dataSource(), teller::note);
            DeadlockWatch watch = new DeadlockWatch(server.dataSource(), sides, display);
            long start = System.nanoTime();
            tell(watch.look(), history);
            try (MetricsPort metrics = metrics(watch)) {
                teller.note("watching for deadlocks, a look every " + every.toMillis() + " ms"
                        + (metrics == null ? "" : ", metrics at " + metrics.address()));
                loop(watch, history, every, start, length);
            }
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
            if (history.waiting() > 0) {
                teller.note(history.waiting() + " deadlocks were not written to the history");
            }
            teller.summary(why, seconds, watch.metrics());
            return ExitCode.DONE;
        }
    }

    private @Nullable MetricsPort metrics(DeadlockWatch watch) {
        return options.metricsPort().isEmpty()
                ? null
                : MetricsPort.open(
                        options.metricsPort().getAsInt(),
                        PrometheusText.CONTENT_TYPE,
                        () -> PrometheusText.of(watch.metrics()));
    }

    private void loop(DeadlockWatch watch, WatchHistory history, Duration every, long start, Optional<Duration> length)
            throws InterruptedException {
        boolean more = true;
        while (more) {
            long left = length.map(Duration::toNanos).orElse(Long.MAX_VALUE) - (System.nanoTime() - start);
            boolean stopped = over.await(Math.max(0, Math.min(every.toNanos(), left)), TimeUnit.NANOSECONDS);
            more = !stopped && left > every.toNanos();
            look(watch, history); // also when it is over: what happened in the last pause is told
        }
    }

    private void look(DeadlockWatch watch, WatchHistory history) {
        try {
            Look look = watch.look();
            if (outage != null) {
                teller.note("the server answers again");
                outage = null;
            }
            tell(look, history);
        } catch (RowlockException e) {
            if (outage == null) {
                teller.note("the server cannot be looked at, trying again every "
                        + options.every().toMillis() + " ms: " + e.getMessage());
            }
            outage = e.getMessage();
        }
    }

    private void tell(Look look, WatchHistory history) {
        look.notes().forEach(teller::note);
        look.before().ifPresent(deadlock -> {
            teller.note("the latest deadlock before this watch"
                    + (deadlock.at() == null ? "" : " was at " + deadlock.at().text())
                    + " and is not counted; rowlock deadlocks shows it");
            history.add(look.server(), deadlock);
        });
        look.fresh().ifPresent(deadlock -> {
            teller.deadlock(deadlock);
            history.add(look.server(), deadlock);
        });
        history.write();
    }
}

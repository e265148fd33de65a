package dev.rowlock.batch.internal;

import dev.rowlock.batch.WorkerListener;
import dev.rowlock.batch.WorkerSettings;
import dev.rowlock.batch.internal.Workers.Orders;
import dev.rowlock.batch.internal.Workers.Worker;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.pacing.RateSetting;
import dev.rowlock.pacing.Ticker;
import dev.rowlock.pacing.signal.Loss;
import dev.rowlock.pacing.signal.OwnLosses;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread of a process that reads what its worker has to keep to, five times a second, reports what it does, once a second, and paces
 * the run if no other process does. One plain read a beat, no locks; writes are of single rows of ours. Thread-safe.
 */
final class Pulse implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Pulse.class);
    private static final Duration BEAT = Duration.ofMillis(200);
    private static final int REPORT_EVERY = 5;

    /** A share older than this is of a pacing process that died: it holds for a while, then it is the floor. */
    private static final Duration SHARE_OLD = Duration.ofSeconds(3);

    private static final Duration SHARE_DEAD = Duration.ofSeconds(10);
    private static final double FLOOR = 20;

    /** A fault that lasts would otherwise fill the log with itself five times a second. */
    private static final Duration WARN_EVERY = Duration.ofSeconds(30);

    private final Transactions transactions;
    private final Workers workers;
    private final Gate gate;
    private final long run;
    private final WorkerSettings settings;
    private final PacingDesk desk;
    private final OwnLosses losses;
    private final RunStore runs;
    private final WorkerListener listener;
    private final Ticker ticker;
    private final WorkMeter meter;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread;
    private Duration lastOrders;
    private @Nullable Duration lastWarning;
    private long lastLost;

    Pulse(
            Transactions transactions,
            Workers workers,
            Gate gate,
            long run,
            WorkerSettings settings,
            PacingDesk desk,
            OwnLosses losses,
            RunStore runs,
            WorkerListener listener,
            Ticker ticker) {
        this.transactions = transactions;
        this.workers = workers;
        this.gate = gate;
        this.run = run;
        this.settings = settings;
        this.desk = desk;
        this.losses = losses;
        this.runs = runs;
        this.listener = listener;
        this.ticker = ticker;
        this.lastOrders = ticker.now();
        this.meter = new WorkMeter(gate, settings, ticker);
        this.thread = new Thread(this::beat, "rowlock-batch-pulse");
    }

    void start() {
        thread.start();
    }

    private void beat() {
        try {
            for (long count = 0; ; count++) {
                try {
                    if (count % REPORT_EVERY == 0) {
                        report();
                    }
                    obey(orders());
                } catch (RuntimeException e) {
                    trouble(e);
                }
                if (ended.await(BEAT.toNanos(), TimeUnit.NANOSECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A worker that cannot read its orders goes on for a moment only: somebody may have paused the run. */
    private void trouble(RuntimeException e) {
        Duration now = ticker.now();
        if (lastWarning == null || now.minus(lastWarning).compareTo(WARN_EVERY) >= 0) {
            lastWarning = now;
            log.warn("batch run={} orders or pacing failed, tried again reason=\"{}\"", run, e.getMessage());
            if (e instanceof ConfigurationException) {
                listener.trouble(String.valueOf(
                        e.getMessage())); // a guard that cannot be had; what the server refuses, the crew tells
            }
        }
        if (now.minus(lastOrders).compareTo(SHARE_OLD) > 0) {
            gate.shut();
        }
    }

    private Optional<Orders> orders() {
        Optional<Orders> orders = transactions.inTransaction(
                Isolation.READ_COMMITTED, connection -> workers.orders(connection, run, settings.name()));
        lastOrders = ticker.now();
        return orders;
    }

    private void obey(Optional<Orders> found) {
        if (found.isEmpty()) {
            gate.leave();
            return;
        }
        Orders orders = found.get();
        switch (orders.state()) {
            case RUNNING -> {
                desk.beat(orders.paced(), orders.rateSetting());
                Duration chunk = desk.chunk(orders.chunkOrNull());
                gate.limitChunks(chunk);
                gate.shareTime(isSharedWithTraffic(chunk, orders.rateSetting()));
                double share = share(orders);
                if (share > 0) {
                    gate.open(share);
                } else {
                    gate.shut();
                }
            }
            case PAUSED -> {
                gate.shut();
                desk.idle();
            }
            case STOPPED, DONE, CANCELLED -> gate.leave();
        }
    }

    /** A rate in rows is the user's word, and with nobody to listen to there is nobody to leave time to. */
    private static boolean isSharedWithTraffic(@Nullable Duration chunk, String rateSetting) {
        return chunk != null && RateSetting.parse(rateSetting).isAuto();
    }

    private double share(Orders orders) {
        @Nullable Double own = desk.ownShare();
        if (own != null) {
            return own;
        }
        Double allotted = orders.allottedOrNull();
        if (allotted == null) {
            return 0;
        }
        return orders.age().compareTo(SHARE_DEAD) > 0 ? Math.min(allotted, FLOOR) : allotted;
    }

    private void report() {
        Worker worker = meter.read();
        long lost = losses.count(Loss.DEADLOCK);
        transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
            workers.report(connection, run, worker);
            if (lost > lastLost) {
                runs.lost(connection, run, lost - lastLost);
            }
            return worker;
        });
        lastLost = lost;
    }

    /** Ends the thread; the pacing right is given back, and the worker's row removed. */
    @Override
    public void close() {
        ended.countDown();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        desk.close();
        try {
            transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
                workers.leave(connection, run, settings.name());
                return run;
            });
        } catch (RuntimeException e) {
            log.debug("batch run={} worker row stays reason=\"{}\"", run, e.getMessage());
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

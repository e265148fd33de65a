package dev.rowlock.claim.work.internal;

import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.work.CloseReport;
import dev.rowlock.claim.work.WorkCounts;
import dev.rowlock.claim.work.WorkSettings;
import dev.rowlock.mysql.table.RowKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads of one worker, and the order in which they end: intake first, then handlers, results, and heartbeats last. */
public final class Crew {
    private static final Logger log = LoggerFactory.getLogger(Crew.class);

    private final WorkSettings settings;
    private final IntakeDesk intake;
    private final HandlerDesk handlers;
    private final ResultDesk results;
    private final Tally tally;
    private final CountDownLatch intakeEnded = new CountDownLatch(1);
    private final HandlerThreads ownThreads;
    private final List<Thread> threads = new ArrayList<>();

    public Crew(WorkSettings settings, LeaseTable given, Handling handling) {
        // One row that somebody has locked must not keep the results and heartbeats of the others waiting.
        LeaseTable table = given.withoutWaiting();
        Books books =
                new Books(new Room(settings.batch(), settings.concurrency(), handling.chunk()), settings.ticker());
        LeaseDesk leases = new LeaseDesk(books);
        String name = settings.name();
        this.settings = settings;
        this.intake = new IntakeDesk(books);
        this.handlers = new HandlerDesk(books);
        this.results = new ResultDesk(books);
        this.tally = new Tally(name, settings.listener());
        this.ownThreads = HandlerThreads.start(name, settings.concurrency());
        Runners runners = new Runners(
                name, handlers, intake, handling, tally, settings.executor().orElse(ownThreads));
        thread("heartbeat", new Heartbeat(name, table, leases, tally));
        thread("deadlines", new DeadlineWatch(leases, tally));
        thread("results", new Settler(name, table, results, intake, tally));
        thread("intake", new Intaker(settings, table, intake, handlers, runners, tally, intakeEnded::countDown));
    }

    private void thread(String part, Runnable task) {
        Thread thread = new Thread(task, settings.name() + "-" + part);
        thread.setDaemon(true);
        threads.add(thread);
    }

    public void start() {
        threads.forEach(Thread::start);
    }

    /** Waits until intake has ended by itself and everything taken in is settled, or until the worker is closed. */
    public void awaitEnd() throws InterruptedException {
        intakeEnded.await();
        results.awaitNothingHeld();
    }

    /** The same for so long; whether it has ended. */
    public boolean awaitEnd(Duration patience) throws InterruptedException {
        long start = settings.ticker().getAsLong();
        return intakeEnded.await(patience.toNanos(), TimeUnit.NANOSECONDS)
                && results.awaitNothingHeld(left(patience, start));
    }

    private Duration left(Duration patience, long start) {
        return patience.minusNanos(settings.ticker().getAsLong() - start);
    }

    public WorkCounts counts() {
        return tally.counts(handlers.running(), results.held());
    }

    /** Ends all threads; handlers that do not listen are left behind. */
    public CloseReport close(Duration grace) {
        long releasedBefore = tally.released();
        boolean interrupted = false;
        try {
            stop(grace);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        List<Held> left = results.finish();
        ownThreads.close();
        for (Thread thread : threads) {
            interrupted |= !join(thread);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return new CloseReport(
                tally.released() - releasedBefore, keys(left, Held.Phase.RUNNING), keys(left, Held.Phase.ENDED));
    }

    private void stop(Duration grace) throws InterruptedException {
        long start = settings.ticker().getAsLong();
        intake.close();
        // What a claim that is under way brings in is given back, too.
        boolean quiet = intakeEnded.await(grace.toNanos(), TimeUnit.NANOSECONDS)
                && results.awaitNothingHeld(left(grace, start));
        if (!quiet) {
            Duration patience = settings.cancelPatience();
            handlers.cancelAll().forEach(tally::tell);
            quiet = results.awaitNoneRunning(patience);
            quiet &= intakeEnded.await(patience.toNanos(), TimeUnit.NANOSECONDS);
            quiet &= results.awaitAllWritten(patience);
        }
        log.debug("{} stopped quiet={}", settings.name(), quiet);
    }

    /** Statements end within the driver's timeouts, so this does as well; an interrupted caller does not wait. */
    private static boolean join(Thread thread) {
        try {
            thread.join();
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private static List<RowKey> keys(List<Held> rows, Held.Phase phase) {
        return rows.stream()
                .filter(row -> row.phase == phase)
                .map(row -> row.lease.key())
                .toList();
    }
}

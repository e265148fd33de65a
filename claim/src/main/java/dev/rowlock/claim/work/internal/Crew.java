package dev.rowlock.claim.work.internal;

import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.work.CloseReport;
import dev.rowlock.claim.work.WorkCounts;
import dev.rowlock.claim.work.WorkSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The threads of one worker, and the order in which they end: intake first, handlers, results, heartbeats last. */
public final class Crew {
    private final WorkSettings settings;
    private final Ledger ledger;
    private final Tally tally;
    private final CountDownLatch intakeEnded = new CountDownLatch(1);
    private final HandlerThreads ownThreads;
    private final List<Thread> threads = new ArrayList<>();

    public Crew(WorkSettings settings, LeaseTable given, Handling handling) {
        // One row that somebody has locked must not keep the results and heartbeats of the others waiting.
        LeaseTable table = given.withoutWaiting();
        String name = settings.name();
        this.settings = settings;
        this.ledger =
                new Ledger(new Room(settings.batch(), settings.concurrency(), handling.chunk()), settings.ticker());
        this.tally = new Tally(name, settings.listener());
        this.ownThreads = HandlerThreads.start(name, settings.concurrency());
        Runners runners =
                new Runners(name, ledger, handling, tally, settings.executor().orElse(ownThreads));
        thread("heartbeat", new Heartbeat(name, table, ledger, tally));
        thread("deadlines", new DeadlineWatch(ledger, tally));
        thread("results", new Settler(name, table, ledger, tally));
        thread("intake", new Intaker(settings, table, ledger, runners, tally, intakeEnded::countDown));
    }

    private void thread(String part, Runnable task) {
        Thread thread = new Thread(task, settings.name() + "-" + part);
        thread.setDaemon(true);
        threads.add(thread);
    }

    public void start() {
        threads.forEach(Thread::start);
    }

    /** Waits until intake has ended by itself and everything taken in is settled. */
    public void awaitEnd() throws InterruptedException {
        intakeEnded.await();
        ledger.awaitNothingHeld(Duration.ofDays(365));
    }

    public boolean awaitEnd(Duration patience) throws InterruptedException {
        long start = settings.ticker().getAsLong();
        if (!intakeEnded.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            return false;
        }
        ledger.awaitNothingHeld(patience.minusNanos(settings.ticker().getAsLong() - start));
        return ledger.held() == 0;
    }

    public WorkCounts counts() {
        return tally.counts(ledger.running(), ledger.held());
    }

    /** Ends all threads; handlers that do not listen are left behind. */
    public CloseReport close(Duration grace) {
        long releasedBefore = tally.released();
        boolean interrupted = false;
        try {
            ledger.close();
            ledger.awaitNothingHeld(grace);
            ledger.cancelRunning().forEach(tally::tell);
            ledger.awaitNoneRunning(settings.cancelPatience());
            ledger.awaitNothingToWrite(settings.cancelPatience());
        } catch (InterruptedException e) {
            interrupted = true;
        }
        List<Held> left = ledger.finish();
        ownThreads.close();
        for (Thread thread : threads) {
            interrupted |= !join(thread);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return new CloseReport(
                tally.released() - releasedBefore,
                left.stream()
                        .filter(row -> row.phase == Held.Phase.RUNNING)
                        .map(row -> row.lease.key())
                        .toList(),
                left.stream()
                        .filter(row -> row.phase == Held.Phase.ENDED)
                        .map(row -> row.lease.key())
                        .toList());
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
}

package dev.rowlock.queue.internal.work;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.WorkerCounts;
import dev.rowlock.queue.WorkerReport;
import dev.rowlock.queue.internal.line.Place;
import dev.rowlock.queue.internal.lookout.Glance;
import dev.rowlock.queue.internal.lookout.House;
import dev.rowlock.queue.internal.lookout.Station;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads of one worker, and the order in which they end: handlers first, then results, and heartbeats last. Thread-safe. */
public final class Crew implements Station {
    private static final Logger log = LoggerFactory.getLogger(Crew.class);

    /** A transaction that is inserting a job for this worker ends soon; one that does not is not waited for. */
    private static final Duration PLACED = Duration.ofSeconds(1);

    private static final Duration LAST_CHANCE = Duration.ofSeconds(1);

    private final Plan plan;
    private final Desk desk;
    private final Departure departure;
    private final Tally tally = new Tally();
    private final Transactions transactions;
    private final Settling settling;
    private final Handlers handlers;
    private final House house;
    private final List<Thread> threads = new ArrayList<>();
    private final List<Thread> runners = new ArrayList<>();
    private @Nullable Thread dispatcher;
    private @Nullable WorkerReport report;

    /**
     * A crew that has not begun.
     *
     * @param executor where handlers run, {@code null} for threads of our own
     */
    public Crew(Plan plan, Transactions transactions, Handlers handlers, @Nullable Executor executor, House house) {
        this.transactions = transactions;
        LongSupplier ticker = System::nanoTime;
        this.settling = new Settling(plan.number(), plan.history());
        Counts counts = new Counts(ticker.getAsLong());
        this.plan = plan;
        this.handlers = handlers;
        this.house = house;
        this.desk = new Desk(plan, ticker);
        this.departure = desk.departure();
        Cycle cycle = new Cycle(plan, transactions, settling, counts, ticker);
        threads.add(thread("cycle", new CycleLoop(plan, desk, cycle, counts, tally, ticker, house)));
        Vigil vigil = desk.vigil();
        Watch watch = new Watch(plan, vigil, handlers, ticker);
        LateReports late = new LateReports();
        ReportWriter reports = new ReportWriter(plan, transactions, late, ticker);
        threads.add(
                thread("heartbeat", new Heartbeat(plan, vigil, transactions, settling, watch, reports, tally, ticker)));
        PauseGate gate = new PauseGate(plan.number(), new Glance(transactions));
        Runner runner = new Runner(desk, handlers, settling, counts, tally, late, gate, ticker);
        if (executor == null) {
            for (int number = 1; number <= plan.concurrency(); number++) {
                runners.add(HandlerThreads.unstarted(plan.name() + "-handler-" + number, runner));
            }
        } else {
            dispatcher = thread("dispatcher", new Dispatcher(plan, desk, runner, executor));
            runners.add(dispatcher);
        }
    }

    private Thread thread(String part, Runnable task) {
        Thread thread = new Thread(task, plan.name() + "-" + part);
        thread.setDaemon(true);
        return thread;
    }

    public void start() {
        house.enter(this);
        threads.forEach(Thread::start);
        runners.forEach(Thread::start);
        log.info(
                "{} works concurrency={} batch={} lease={}",
                plan.name(),
                plan.concurrency(),
                plan.batch(),
                plan.lease());
    }

    @Override
    public int queue() {
        return plan.number();
    }

    @Override
    public Duration longestPause() {
        return plan.longestPause();
    }

    @Override
    public void wake(List<Place> heard) {
        desk.wake(heard);
    }

    /** Free handlers for jobs of these kinds: for all of them or for none. */
    public List<Seat> seats(List<String> kinds) {
        return kinds.stream().allMatch(handlers::handles) ? desk.reception().seats(kinds.size()) : List.of();
    }

    public WorkerCounts counts() {
        return tally.counts(desk.held());
    }

    /** Claims no more, works off what is held for so long, and then ends all threads as {@link #close} does. */
    public WorkerReport drain(Duration patience) {
        departure.drain();
        try {
            departure.awaitNothingHeld(patience);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return close(Duration.ZERO);
    }

    /** Ends all threads; handlers that do not listen are left behind. */
    public synchronized WorkerReport close(Duration grace) {
        if (report != null) {
            return report;
        }
        int released = departure.close();
        boolean interrupted = false;
        try {
            stop(grace);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        List<Held> left = departure.finish();
        house.leave(this);
        for (Thread thread : threads) {
            interrupted |= !join(thread);
        }
        if (dispatcher != null) {
            dispatcher.interrupt(); // it may wait for a place that a deaf handler does not give back
        }
        excuse(left);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        report = new WorkerReport(released, ids(left, Held.Phase.RUNNING), ids(left, Held.Phase.ENDED));
        log.info(
                "{} stopped released={} abandoned={} unwritten={}",
                plan.name(),
                released,
                report.abandoned().size(),
                report.unwritten().size());
        return report;
    }

    private void stop(Duration grace) throws InterruptedException {
        departure.awaitNoSeats(grace.compareTo(PLACED) < 0 ? grace : PLACED);
        if (!departure.awaitNothingHeld(grace)) {
            departure.cancelAll();
            if (departure.awaitNoneRunning(plan.cancelPatience()) || interrupted()) {
                departure.awaitNothingHeld(plan.cancelPatience());
            } else {
                departure.awaitAllWritten(plan.cancelPatience());
            }
        }
    }

    /** A handler whose grace is longer than our patience has not been interrupted yet. Whether that ended them all. */
    private boolean interrupted() throws InterruptedException {
        departure.interruptAll();
        return departure.awaitNoneRunning(LAST_CHANCE);
    }

    /** What is left here does not count against its kind: it was lost in good order. */
    private void excuse(List<Held> left) {
        if (left.isEmpty()) {
            return;
        }
        try {
            transactions.inTransaction(
                    Isolation.READ_COMMITTED,
                    connection -> {
                        settling.excuse(
                                connection, left.stream().map(row -> row.job).toList());
                        return left.size();
                    },
                    ReadBack.repeatable());
        } catch (RuntimeException e) {
            log.info("{} jobs left not excused reason=\"{}\"", plan.name(), e.getMessage());
        }
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

    private static List<JobId> ids(List<Held> rows, Held.Phase phase) {
        return rows.stream()
                .filter(row -> row.phase == phase)
                .map(row -> row.job.id())
                .toList();
    }
}

package dev.rowlock.queue.internal.lookout;

import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.Arrivals;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.housekeeping.Housekeeper;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The lookout and the housekeeper of a process: they begin with its first worker and end with its last. Thread-safe.
 */
public final class House {
    private static final String NAME = "rowlock";

    /** Threads that work while there is a worker. */
    private record Shift(Lookout lookout, Housekeeper housekeeper, List<Thread> threads) {}

    private final Transactions transactions;
    private final int historyDays;
    private final LongSupplier ticker = System::nanoTime;
    private final Set<Station> stations = new HashSet<>();
    private volatile @Nullable Shift shift;
    private volatile boolean told;

    public House(Transactions transactions, int historyDays) {
        this.transactions = transactions;
        this.historyDays = historyDays;
    }

    /** A worker begins. */
    public synchronized void enter(Station station) {
        Shift now = shift;
        if (now == null) {
            now = begin();
            shift = now;
        }
        stations.add(station);
        now.lookout().enter(station);
    }

    private Shift begin() {
        Housekeeper housekeeper = new Housekeeper(
                NAME, transactions, historyDays, ticker, () -> stationsNow().forEach(Station::wake));
        RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
        Lookout lookout = new Lookout(new Glance(transactions), housekeeper::saw, ticker, random);
        if (told) {
            lookout.told();
        }
        List<Thread> threads = List.of(thread("lookout", lookout), thread("housekeeper", housekeeper));
        threads.forEach(Thread::start);
        return new Shift(lookout, housekeeper, threads);
    }

    private static Thread thread(String part, Runnable task) {
        Thread thread = new Thread(task, NAME + "-" + part);
        thread.setDaemon(true);
        return thread;
    }

    private synchronized Set<Station> stationsNow() {
        return Set.copyOf(stations);
    }

    /** A worker has ended; with the last one the threads end as well, after the statement they are at. */
    public void leave(Station station) {
        Shift over = left(station);
        if (over == null) {
            return;
        }
        boolean interrupted = false;
        for (Thread thread : over.threads()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized @Nullable Shift left(Station station) {
        Shift now = shift;
        if (!stations.remove(station) || now == null) {
            return null;
        }
        now.lookout().leave(station);
        if (!stations.isEmpty()) {
            return null;
        }
        now.lookout().close();
        now.housekeeper().close();
        shift = null;
        return now;
    }

    /** A worker has claimed, beginning at that time. Whether it found jobs, and is to claim again at once since more were heard of. */
    public boolean claimed(int queue, int found, Extent extent, long startedAt) {
        Shift now = shift;
        return now != null && now.lookout().claimed(queue, found, extent, startedAt);
    }

    /** This process has put a job off, or enqueued one for later. */
    public void delayed(Duration until) {
        Shift now = shift;
        if (now != null) {
            now.housekeeper().delayed(until);
        }
    }

    /** This process enqueues the job and wakes its own workers itself. */
    public void enqueued(JobId job) {
        Shift now = shift;
        if (now != null) {
            now.lookout().enqueued(job);
        }
    }

    /** What others may be told; it reaches the workers there are at the time. */
    public Arrivals arrivals() {
        told = true;
        Shift now = shift;
        if (now != null) {
            now.lookout().told();
        }
        return new Told();
    }

    /** Passes on to the lookout there is. */
    private final class Told implements Arrivals {
        @Override
        public void committed(int queue, int priority, JobId job) {
            Shift now = shift;
            if (now != null) {
                now.lookout().committed(queue, priority, job);
            }
        }

        @Override
        public void taken(int queue, JobId job) {
            Shift now = shift;
            if (now != null) {
                now.lookout().taken(queue, job);
            }
        }

        @Override
        public void unsure() {
            Shift now = shift;
            if (now != null) {
                now.lookout().unsure();
            }
        }
    }
}

package dev.rowlock.queue.internal.lookout;

import dev.rowlock.queue.Arrivals;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.line.Place;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Looks for all idle workers of a process, with one statement every few seconds, and wakes those that have something to claim; wakes them at
 * once when somebody tells that a job was committed. Thread-safe; one thread runs it, and nothing the server answers ends it.
 */
final class Lookout implements Runnable, Arrivals {
    private final Looking looking;
    private final LongSupplier ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Stations stations = new Stations();
    private final Expectations expected;
    private final NextLook nextLook;
    private final OwnJobs own = new OwnJobs();
    private boolean closed;

    Lookout(Glance glance, Consumer<? super Sight> listener, LongSupplier ticker, RandomGenerator random) {
        this.looking = new Looking(glance, listener, ticker);
        this.ticker = ticker;
        this.expected = new Expectations(ticker, random);
        this.nextLook = new NextLook(ticker, random);
    }

    /** What is to be done now: a look at these queues, or waking workers. */
    private record Task(Set<Integer> queues, List<Wake> wakes) {}

    @Override
    public void run() {
        try {
            for (Task task = next(); task != null; task = next()) {
                task.wakes().forEach(Wake::send);
                if (!task.queues().isEmpty()) {
                    looked(looking.at(task.queues())).forEach(Station::wake);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable Task next() throws InterruptedException {
        lock.lock();
        try {
            while (!closed) {
                long now = ticker.getAsLong();
                List<Wake> due = due(now);
                boolean looks = !stations.areNone() && nextLook.until(now) <= 0;
                if (looks || !due.isEmpty()) {
                    return new Task(looks ? stations.queues() : Set.of(), due);
                }
                changed.awaitNanos(untilNext(now));
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private long untilNext(long now) {
        return Math.min(stations.areNone() ? Expectation.NEVER : nextLook.until(now), expected.until(now));
    }

    private List<Wake> due(long now) {
        return stations.wakes(expected.due(now));
    }

    /** Plans the next look. The workers that have something to claim: all of them when nobody knows. */
    private List<Station> looked(Looking.Look look) {
        lock.lock();
        try {
            Sight sight = look.sight();
            nextLook.looked(sight, look.took(), stations.longestPause());
            return stations.of(sight == null ? stations.queues() : sight.ready());
        } finally {
            lock.unlock();
        }
    }

    void enter(Station station) {
        change(() -> {
            stations.add(station);
            // One who looks more often than those before does not wait for their pause.
            nextLook.within(stations.longestPause());
        });
    }

    void leave(Station station) {
        change(() -> {
            stations.remove(station);
            if (!stations.areAt(station.queue())) {
                expected.forget(station.queue());
            }
        });
    }

    void close() {
        change(() -> closed = true);
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A worker has claimed. Whether it found jobs, and is to claim again at once since more were heard of. */
    boolean claimed(int queue, int found, Extent extent, long startedAt) {
        lock.lock();
        try {
            boolean more = expected.claimed(queue, found, extent, startedAt);
            if (expected.until(ticker.getAsLong()) != Expectation.NEVER) {
                changed.signalAll();
            }
            return more;
        } finally {
            lock.unlock();
        }
    }

    /** This process enqueues the job itself and wakes its own workers. */
    void enqueued(JobId job) {
        own.add(job);
    }

    /** Somebody tells what is committed: jobs of this process are told apart from now on. */
    Arrivals told() {
        own.listen();
        return this;
    }

    @Override
    public void committed(int queue, int priority, JobId job) {
        if (own.remove(job)) {
            return;
        }
        List<Wake> due = List.of();
        lock.lock();
        try {
            if (!stations.areAt(queue)) {
                return;
            }
            long now = ticker.getAsLong();
            if (expected.heard(queue, new Place(priority, job), now) == Expectations.Then.PLANNED) {
                due = due(now);
                if (due.isEmpty()) {
                    changed.signalAll();
                }
            }
        } finally {
            lock.unlock();
        }
        due.forEach(Wake::send);
    }

    @Override
    public void taken(int queue, JobId job) {
        lock.lock();
        try {
            expected.taken(queue, job);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void unsure() {
        change(nextLook::soon);
    }
}

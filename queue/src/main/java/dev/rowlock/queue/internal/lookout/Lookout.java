package dev.rowlock.queue.internal.lookout;

import dev.rowlock.queue.Arrivals;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.line.Place;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for all idle workers of a process, with one statement every few seconds, and wakes those that have something to claim; wakes them at
 * once when somebody tells that a job was committed. Thread-safe; one thread runs it, and nothing the server answers ends it.
 */
final class Lookout implements Runnable, Arrivals {
    private static final Logger log = LoggerFactory.getLogger(Lookout.class);

    private final Glance glance;
    private final Consumer<? super Sight> listener;
    private final LongSupplier ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<Station> stations = new LinkedHashSet<>();
    private final Expectations expected;
    private final NextLook nextLook;
    private final OwnJobs own = new OwnJobs();
    private boolean closed;
    private boolean fails;

    Lookout(Glance glance, Consumer<? super Sight> listener, LongSupplier ticker, RandomGenerator random) {
        this.glance = glance;
        this.listener = listener;
        this.ticker = ticker;
        this.expected = new Expectations(ticker, random);
        this.nextLook = new NextLook(ticker, random);
    }

    /** What is to be done now: a look at these queues, or waking workers. */
    private record Task(Set<Integer> queues, List<Wake> wakes) {}

    private record Wake(Station station, List<Place> heard) {
        void send() {
            station.wake(heard);
        }
    }

    @Override
    public void run() {
        try {
            for (Task task = next(); task != null; task = next()) {
                task.wakes().forEach(Wake::send);
                if (!task.queues().isEmpty()) {
                    look(task.queues());
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
                boolean looks = !stations.isEmpty() && nextLook.until(now) <= 0;
                if (looks || !due.isEmpty()) {
                    return new Task(looks ? queues() : Set.of(), due);
                }
                changed.awaitNanos(untilNext(now));
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private long untilNext(long now) {
        return Math.min(stations.isEmpty() ? Expectation.NEVER : nextLook.until(now), expected.until(now));
    }

    private List<Wake> due(long now) {
        List<Wake> wakes = new ArrayList<>();
        expected.due(now).forEach((queue, heard) -> of(queue).forEach(station -> wakes.add(new Wake(station, heard))));
        return wakes;
    }

    private Set<Integer> queues() {
        Set<Integer> queues = new TreeSet<>();
        stations.forEach(station -> queues.add(station.queue()));
        return queues;
    }

    private List<Station> of(int queue) {
        return stations.stream().filter(station -> station.queue() == queue).toList();
    }

    private void look(Set<Integer> queues) {
        long[] took = {0};
        Sight sight = null;
        try {
            sight = glance.at(connection -> {
                long begun = ticker.getAsLong();
                Sight seen = Sight.of(connection, queues);
                took[0] = ticker.getAsLong() - begun; // without the wait for a connection
                return seen;
            });
            listener.accept(sight);
            if (fails) {
                fails = false;
                log.info("rowlock looks for jobs again");
            }
        } catch (RuntimeException e) {
            if (!fails) {
                fails = true;
                log.info("rowlock cannot look for jobs, trying on reason=\"{}\"", e.getMessage());
            }
        }
        looked(sight, took[0]).forEach(Station::wake);
    }

    /** Plans the next look. The workers that have something to claim: all of them when nobody knows. */
    private List<Station> looked(@Nullable Sight sight, long took) {
        lock.lock();
        try {
            nextLook.looked(sight, took, longestPause());
            return stations.stream()
                    .filter(station -> sight == null || sight.ready().contains(station.queue()))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    private long longestPause() {
        return stations.stream()
                .mapToLong(station -> station.longestPause().toNanos())
                .min()
                .orElse(NextLook.BETWEEN_LOOKS);
    }

    void enter(Station station) {
        change(() -> {
            stations.add(station);
            // One who looks more often than those before does not wait for their pause.
            nextLook.within(longestPause());
        });
    }

    void leave(Station station) {
        change(() -> {
            stations.remove(station);
            if (of(station.queue()).isEmpty()) {
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
            if (of(queue).isEmpty()) {
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

package dev.rowlock.queue.internal.lookout;

import dev.rowlock.queue.Arrivals;
import dev.rowlock.queue.JobId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
 * once when somebody tells that a job was committed. Its pauses have jitter, so that processes do not look together. Thread-safe; one
 * thread runs it, and nothing the server answers ends it.
 */
final class Lookout implements Runnable, Arrivals {
    private static final Logger log = LoggerFactory.getLogger(Lookout.class);

    private static final Duration FIRST_LOOK = Duration.ofMillis(50);

    /** However much is told, looks are this far apart. */
    private static final long BETWEEN_LOOKS = Duration.ofMillis(250).toNanos();

    /** Processes that hear the same come one after the other. */
    private static final long SPREAD = Duration.ofMillis(200).toNanos();

    /** Looks may take a twentieth of the time: tombstones make them slow (facts 2). */
    private static final int SHARE = 20;

    /** However slow a look was, the next comes after so many of the longest pauses. */
    private static final int SLOWER = 3;

    private final Glance glance;
    private final Consumer<? super Sight> listener;
    private final LongSupplier ticker;
    private final RandomGenerator random;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<Station> stations = new LinkedHashSet<>();
    private final Map<Integer, Expectation> expected = new HashMap<>();
    private final OwnJobs own = new OwnJobs();
    private long lookAt;
    private long lastLook;
    private int looks;
    private boolean closed;
    private boolean fails;

    Lookout(Glance glance, Consumer<? super Sight> listener, LongSupplier ticker, RandomGenerator random) {
        this.glance = glance;
        this.listener = listener;
        this.ticker = ticker;
        this.random = random;
        this.lastLook = ticker.getAsLong() - BETWEEN_LOOKS;
        this.lookAt = ticker.getAsLong() + random.nextLong(FIRST_LOOK.toNanos());
    }

    /** What is to be done now: a look at these queues, or waking these workers. */
    private record Task(Set<Integer> queues, List<Station> woken) {}

    @Override
    public void run() {
        try {
            for (Task task = next(); task != null; task = next()) {
                task.woken().forEach(Station::wake);
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
                List<Station> due = due(now);
                boolean looks = !stations.isEmpty() && lookAt - now <= 0;
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
        long until = stations.isEmpty() ? Expectation.NEVER : lookAt - now;
        for (Expectation one : expected.values()) {
            until = Math.min(until, one.until(now));
        }
        return until;
    }

    private List<Station> due(long now) {
        List<Station> due = new ArrayList<>();
        expected.forEach((queue, one) -> {
            if (one.until(now) == 0) {
                one.wake(now);
                due.addAll(of(queue));
            }
        });
        return due;
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
            long now = ticker.getAsLong();
            lastLook = now;
            lookAt = now + Math.max(pause(sight), Math.min(SHARE * took, SLOWER * longestPause()));
            return stations.stream()
                    .filter(station -> sight == null || sight.ready().contains(station.queue()))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    private long pause(@Nullable Sight sight) {
        long longest = longestPause();
        // The second look comes anywhere within a pause, so that processes that begin together part.
        long pause = looks++ == 0 ? random.nextLong(longest) + 1 : longest - random.nextLong(longest / 5 + 1);
        if (sight == null || sight.untilReady().isEmpty()) {
            return pause;
        }
        // Whoever promotes the next delayed job does not know whose workers are idle.
        long due = Math.max(0, sight.untilReady().get().toNanos()) + SPREAD / 4 + random.nextLong(SPREAD);
        return Math.min(pause, Math.max(due, Math.min(pause, BETWEEN_LOOKS)));
    }

    private long longestPause() {
        return stations.stream()
                .mapToLong(station -> station.longestPause().toNanos())
                .min()
                .orElse(BETWEEN_LOOKS);
    }

    void enter(Station station) {
        change(() -> {
            stations.add(station);
            // One who looks more often than those before does not wait for their pause.
            long latest = ticker.getAsLong() + longestPause();
            lookAt = lookAt - latest > 0 ? latest : lookAt;
        });
    }

    void leave(Station station) {
        change(() -> {
            stations.remove(station);
            if (of(station.queue()).isEmpty()) {
                expected.remove(station.queue());
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

    /** A worker has claimed. */
    void claimed(int queue, int found, long startedAt) {
        lock.lock();
        try {
            Expectation one = expected.get(queue);
            if (one != null) {
                long now = ticker.getAsLong();
                one.claimed(found, startedAt, now);
                if (one.until(now) != Expectation.NEVER) {
                    changed.signalAll();
                }
            }
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
    public void committed(int queue, JobId job) {
        if (own.remove(job)) {
            return;
        }
        List<Station> woken = List.of();
        lock.lock();
        try {
            List<Station> there = of(queue);
            if (there.isEmpty()) {
                return;
            }
            Expectation one = expected.computeIfAbsent(queue, number -> new Expectation(random));
            long now = ticker.getAsLong();
            long wait = one.heard(job, now);
            if (wait == 0) {
                one.wake(now);
                woken = there;
            } else if (wait != Expectation.NEVER) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
        woken.forEach(Station::wake);
    }

    @Override
    public void taken(int queue, JobId job) {
        lock.lock();
        try {
            Expectation one = expected.get(queue);
            if (one != null) {
                one.taken(job);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void unsure() {
        change(() -> {
            long soonest = lastLook + BETWEEN_LOOKS;
            long soon = ticker.getAsLong() + random.nextLong(SPREAD);
            long at = soonest - soon > 0 ? soonest : soon;
            lookAt = lookAt - at > 0 ? at : lookAt;
        });
    }
}

package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.internal.LocalWorkers;
import dev.rowlock.queue.internal.lookout.House;
import dev.rowlock.queue.internal.work.Crew;
import dev.rowlock.queue.internal.work.Handlers;
import dev.rowlock.queue.internal.work.Plan;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Works one queue: claims jobs when there is room, runs their handlers, extends their leases meanwhile, and writes the results of one batch in
 * the transaction that claims the next.
 *
 * <p>It is at-least-once (A11): a handler may see a job again whose result was not written. A worker that cannot reach the server keeps what it
 * has until the leases end, claims nothing, and goes on when the server is back. After a crash here, jobs stay under their leases until those
 * end; the next claim that passes counts an attempt and takes them.
 *
 * <p>Takes two connections at most, one for its cycle and one to extend leases, and the workers of a process together two more, one to look for jobs and one to
 * keep house. No transaction is open while a handler runs (A5). Thread-safe.
 */
public final class Worker implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(30);

    private final Crew crew;
    private final LocalWorkers local;

    private Worker(Crew crew, LocalWorkers local) {
        this.crew = crew;
        this.local = local;
    }

    private Worker start() {
        crew.start();
        local.add(crew);
        return this;
    }

    /** How far it is. */
    public WorkerCounts counts() {
        return crew.counts();
    }

    /** Looks for jobs at once instead of at its next look. */
    public void wake() {
        crew.wake();
    }

    /** {@link #close(Duration)} with half a minute's grace. */
    @Override
    public void close() {
        close(GRACE);
    }

    /**
     * Stops claiming, gives back jobs not begun, lets handlers finish for so long, then tells the others to stop; writes what there is to write, and
     * ends every thread. A second call returns the same report.
     */
    public WorkerReport close(Duration grace) {
        local.remove(crew);
        return crew.close(grace);
    }

    /**
     * Stops claiming and works off what it holds, also jobs not begun, for so long; what is left then is given back or told to stop as by {@link #close(Duration)}
     * without grace. For a deployment that has time.
     */
    public WorkerReport drain(Duration patience) {
        local.remove(crew);
        return crew.drain(patience);
    }

    /** Collects what differs from the standard. Not thread-safe. */
    public static final class Builder {
        private final String queue;
        private final int number;
        private final Transactions transactions;
        private final House house;
        private final LocalWorkers local;
        private final Handlers.Builder handlers = new Handlers.Builder();
        private int concurrency = 8;
        private int batch = 50;
        private Duration lease = Duration.ofSeconds(30);
        private Duration shortestPause = Duration.ofMillis(20);
        private Duration longestPause = Duration.ofSeconds(5);
        private Duration cancelPatience = Duration.ofSeconds(10);
        private History history = History.KEPT;
        private @Nullable Executor executor;

        Builder(String queue, int number, Transactions transactions, House house, LocalWorkers local) {
            this.local = local;
            this.house = house;
            this.queue = queue;
            this.number = number;
            this.transactions = transactions;
        }

        /** What to do with jobs of a kind. Jobs of a kind without a handler are put off for others. */
        public <T> Builder handle(JobKind<T> kind, JobHandler<T> handler) {
            return handle(kind, handler, HandlerRules.standard());
        }

        public <T> Builder handle(JobKind<T> kind, JobHandler<T> handler, HandlerRules rules) {
            handlers.add(kind, handler, rules);
            return this;
        }

        /** What to do with jobs of all kinds that have no handler of their own, whose payloads are bytes then. */
        public Builder handleOthers(JobHandler<byte[]> handler, HandlerRules rules) {
            handlers.addOthers(handler, rules);
            return this;
        }

        /** Handlers at work at one time, 1 to 10 000. */
        public Builder concurrency(int calls) {
            concurrency = calls;
            return this;
        }

        /**
         * Jobs of one claim, 1 to 10 000. The next batch is claimed when fewer jobs than handlers wait, or while the handlers, as quick as they have been, will be through
         * with what waits before the claim is; so slow handlers keep nothing from other workers. A worker holds at most its concurrency, one batch, and the results of two more.
         */
        public Builder batch(int jobs) {
            batch = jobs;
            return this;
        }

        /**
         * Runs handlers here, each call a task of its own, instead of on virtual threads, or platform threads before Java 21. It may be shared: the worker hands
         * over no more than its concurrency at a time, extends the leases of what waits there, and never shuts it down. An interrupt meant for a
         * handler reaches the thread only while that handler runs.
         */
        public Builder handlersOn(Executor tasks) {
            executor = tasks;
            return this;
        }

        /** How long a claim holds without being extended, one second to one day. */
        public Builder lease(Duration length) {
            lease = length;
            return this;
        }

        /**
         * The first and the longest pause between looks at a queue with nothing to do, 20 ms and 5 s unless told otherwise: the longest is how long a job of
         * another process can wait when nobody tells of its commit, and idle workers of a process share one look.
         */
        public Builder pauses(Duration shortest, Duration longest) {
            shortestPause = shortest;
            longestPause = longest;
            return this;
        }

        /** How long {@link Worker#close(Duration)} waits for handlers that were told to stop. */
        public Builder cancelPatience(Duration patience) {
            cancelPatience = patience;
            return this;
        }

        public Builder history(History what) {
            history = what;
            return this;
        }

        /** A worker that works from now on. */
        public Worker start() {
            require(
                    concurrency >= 1 && concurrency <= 10_000,
                    "the concurrency must be 1 to 10000, not " + concurrency);
            require(batch >= 1 && batch <= 10_000, "the batch must be 1 to 10000 jobs, not " + batch);
            require(
                    lease.compareTo(Duration.ofSeconds(1)) >= 0 && lease.compareTo(Duration.ofDays(1)) <= 0,
                    "a lease must be one second to one day, not " + lease);
            require(
                    !shortestPause.isNegative()
                            && !shortestPause.isZero()
                            && longestPause.compareTo(shortestPause) >= 0,
                    "pauses must be positive, and the longest not below the shortest: " + shortestPause + ", "
                            + longestPause);
            require(!cancelPatience.isNegative(), "the patience must not be negative: " + cancelPatience);
            Plan plan = new Plan(
                    queue, number, concurrency, batch, lease, shortestPause, longestPause, cancelPatience, history);
            return new Worker(new Crew(plan, transactions, handlers.build(), executor, house), local).start();
        }

        private static void require(boolean holds, String message) {
            if (!holds) {
                throw new ConfigurationException(message);
            }
        }
    }
}

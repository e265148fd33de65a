package dev.rowlock.queue.internal.work;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands jobs to an executor of the application, each as a task of its own and never more than the worker's concurrency at a time. What the executor
 * refuses is given back for others. Runs on one thread until the worker takes no more jobs.
 */
final class Dispatcher implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);

    private final String name;
    private final Desk desk;
    private final Runner runner;
    private final Executor executor;
    private final Semaphore places;
    private final Pause refusals = new Pause(Duration.ofMillis(50), Duration.ofSeconds(5));

    Dispatcher(Plan plan, Desk desk, Runner runner, Executor executor) {
        this.name = plan.name();
        this.desk = desk;
        this.runner = runner;
        this.executor = executor;
        this.places = new Semaphore(plan.concurrency());
    }

    @Override
    public void run() {
        try {
            places.acquire();
            for (Held held = desk.awaitJob(); held != null; held = desk.awaitJob()) {
                hand(held);
                places.acquire();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void hand(Held held) throws InterruptedException {
        try {
            executor.execute(() -> {
                try {
                    runner.work(held);
                } catch (RuntimeException | Error e) {
                    log.error("{} a handler's place failed job={}", name, held.job.id(), e);
                } finally {
                    places.release();
                }
            });
            refusals.reset();
        } catch (RuntimeException | Error e) {
            places.release();
            log.warn(
                    "{} the executor refuses a job, it is given back job={} reason=\"{}\"",
                    name,
                    held.job.id(),
                    e.toString());
            desk.ended(held, Ruling.RELEASED);
            TimeUnit.NANOSECONDS.sleep(refusals.next());
        }
    }
}

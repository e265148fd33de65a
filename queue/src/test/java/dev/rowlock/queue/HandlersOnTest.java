package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Where handlers run, and how a worker ends in good order. */
@EachServer(only = ServerKind.MYSQL_DEV)
final class HandlersOnTest {
    @Test
    void handlersRunOnVirtualThreadsWhereTheJvmHasThem(TestDatabase database) {
        Mails mails = Mails.open(database);
        mails.enqueue(1);
        Queue<Boolean> virtual = new ConcurrentLinkedQueue<>();
        try (Worker worker = mails.worker()
                .handle(Mails.KIND, job -> {
                    virtual.add(isVirtual(Thread.currentThread()));
                    return JobOutcome.done();
                })
                .start()) {
            Awaitility.await().until(() -> worker.counts().done() == 1);
        }
        assertThat(virtual).containsExactly(Runtime.version().feature() >= 21);
    }

    private static boolean isVirtual(Thread thread) throws Exception {
        return Runtime.version().feature() >= 21
                && (boolean) Thread.class.getMethod("isVirtual").invoke(thread);
    }

    @Test
    void aSmallSharedExecutorGetsOneTaskForEachJobAndNoLeaseIsLostInItsQueue(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        List<JobId> ids = mails.enqueue(20);
        ExecutorService shared = Executors.newFixedThreadPool(2, task -> new Thread(task, "shared"));
        Set<JobId> ran = ConcurrentHashMap.newKeySet();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger now = new AtomicInteger();
        CountDownLatch blocked = new CountDownLatch(1);
        try {
            try (Worker worker = mails.worker()
                    .lease(Duration.ofSeconds(1))
                    .concurrency(8)
                    .handlersOn(shared)
                    .handle(
                            Mails.KIND,
                            job -> {
                                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                                blocked.await();
                                now.decrementAndGet();
                                assertThat(Thread.currentThread().getName()).isEqualTo("shared");
                                return ran.add(job.id()) ? JobOutcome.done() : JobOutcome.givenUp("twice");
                            },
                            HandlerRules.standard().withTimeout(Duration.ofSeconds(30)))
                    .start()) {
                Awaitility.await()
                        .during(Duration.ofSeconds(2))
                        .atMost(Duration.ofSeconds(10))
                        .until(() ->
                                worker.counts().lost() == 0 && worker.counts().failed() == 0);
                blocked.countDown();
                Awaitility.await().until(() -> worker.counts().done() == 20);
            }
            assertThat(most).hasValueLessThanOrEqualTo(2);
            assertThat(shared.submit(() -> "still open").get()).isEqualTo("still open");
        } finally {
            shared.shutdownNow();
        }
        assertThat(ran).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_failure")).isZero();
    }

    @Test
    void aJobThatWaitsForAThreadIsNotOutOfTimeAndIsGivenBackWhenTheWorkerCloses(TestDatabase database)
            throws Exception {
        Mails mails = Mails.open(database);
        mails.enqueue(2);
        ExecutorService single = Executors.newSingleThreadExecutor();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try {
            Worker worker = mails.worker()
                    .concurrency(2)
                    .cancelPatience(Duration.ofMillis(200))
                    .handlersOn(single)
                    .handle(Mails.KIND, job -> {
                        begun.countDown();
                        try {
                            go.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException("told to stop", e);
                        }
                        return JobOutcome.done();
                    })
                    .start();
            begun.await();
            Awaitility.await().until(() -> worker.counts().held() == 2);
            WorkerReport report = worker.close(Duration.ofMillis(100));
            assertThat(report.isClean()).isTrue();
            assertThat(database.number(
                            "SELECT COUNT(*) FROM rowlock_job WHERE lease_until = '1970-01-01' AND attempts = 0"))
                    .isEqualTo(2);
        } finally {
            go.countDown();
            single.shutdown();
        }
    }

    @Test
    void jobsThatTheExecutorRefusesAreGivenBackForOthers(TestDatabase database) {
        Mails mails = Mails.open(database);
        mails.enqueue(5);
        AtomicInteger refusals = new AtomicInteger();
        Executor moody = task -> {
            if (refusals.incrementAndGet() <= 3) {
                throw new RejectedExecutionException("full");
            }
            task.run();
        };
        try (Worker worker = mails.worker()
                .concurrency(2)
                .handlersOn(moody)
                .handle(Mails.KIND, job -> JobOutcome.done())
                .start()) {
            Awaitility.await().until(() -> worker.counts().done() == 5);
            assertThat(worker.counts().failed()).isZero();
        }
        assertThat(refusals).hasValueGreaterThanOrEqualTo(8);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_history WHERE attempts > 0"))
                .isZero();
    }

    @Test
    void drainingWorksOffWhatIsHeldAndLeavesTheRestToOthers(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        mails.enqueue(100);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Worker worker = mails.worker()
                .concurrency(1)
                .batch(10)
                .handle(Mails.KIND, job -> {
                    begun.countDown();
                    go.await();
                    return JobOutcome.done();
                })
                .start();
        begun.await();
        Awaitility.await().until(() -> worker.counts().held() >= 10);
        AtomicReference<WorkerReport> drained = new AtomicReference<>();
        Thread drainer = new Thread(() -> drained.set(worker.drain(Duration.ofSeconds(30))));
        drainer.start();
        Awaitility.await().until(() -> drainer.getState() == Thread.State.TIMED_WAITING);
        go.countDown();
        drainer.join();
        WorkerReport report = drained.get();
        assertThat(report.isClean()).isTrue();
        assertThat(report.released()).isZero();
        assertThat(worker.counts().done()).isEqualTo(worker.counts().claimed()).isBetween(10L, 99L);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_job WHERE lease_until = '1970-01-01'"))
                .isEqualTo(100 - worker.counts().done());
        assertThat(worker.close(Duration.ZERO)).isSameAs(report);
    }

    @Test
    void aDrainThatTakesTooLongEndsLikeACloseAndSaysWhatWasLeft(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        List<JobId> ids = mails.enqueue(3);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch deaf = new CountDownLatch(1);
        Worker worker = mails.worker()
                .concurrency(1)
                .batch(3)
                .cancelPatience(Duration.ofMillis(200))
                .handle(Mails.KIND, job -> {
                    begun.countDown();
                    boolean interrupted = false;
                    while (deaf.getCount() > 0) {
                        try {
                            deaf.await();
                        } catch (InterruptedException e) {
                            interrupted = true;
                        }
                    }
                    return interrupted ? JobOutcome.done() : JobOutcome.failed("not told");
                })
                .start();
        begun.await();
        Awaitility.await().until(() -> worker.counts().held() == 3);
        WorkerReport report = worker.drain(Duration.ofMillis(100));
        deaf.countDown();
        assertThat(report.abandoned()).containsExactly(ids.get(0));
        assertThat(report.released()).isEqualTo(2);
        assertThat(report.unwritten()).isEmpty();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_loss WHERE excused = 1"))
                .as("what is abandoned in good order speaks against nobody")
                .isEqualTo(1);
    }
}

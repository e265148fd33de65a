package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** How handlers are told to stop: first in words, then by an interrupt. */
@EachServer(only = ServerKind.MYSQL_DEV)
final class StopTest {
    private static final HandlerRules PATIENT = HandlerRules.standard().withGrace(Duration.ofSeconds(30));

    @Test
    void aHandlerWithGraceStopsByItselfWhenItsJobIsCancelled(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        JobId id = mails.enqueue(1).get(0);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        try (Worker worker = mails.worker()
                .lease(Duration.ofSeconds(1))
                .handle(
                        Mails.KIND,
                        job -> {
                            job.onCancel(told::countDown);
                            job.onCancel(() -> {
                                throw new IllegalStateException("a listener's own trouble");
                            });
                            begun.countDown();
                            told.await();
                            seen.add(job.isCancelled() + " " + job.stopReason().orElseThrow() + " "
                                    + Thread.currentThread().isInterrupted());
                            CountDownLatch late = new CountDownLatch(1);
                            job.onCancel(late::countDown);
                            late.await();
                            return JobOutcome.done();
                        },
                        PATIENT)
                .start()) {
            begun.await();
            Awaitility.await()
                    .until(() -> mails.queues().cancel(id).equals(new CancelOutcome.Cancelled(JobState.RUNNING)));
            Awaitility.await().until(() -> worker.counts().held() == 0);
        }
        assertThat(seen).containsExactly("true TAKEN false");
    }

    @Test
    void aDeafHandlerIsInterruptedWhenItsGraceIsOver(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        JobId id = mails.enqueue(NewJob.builder(Mails.KIND, "m").maxAttempts(1));
        AtomicReference<Duration> between = new AtomicReference<>();
        try (Worker worker = mails.worker()
                .handle(
                        Mails.KIND,
                        job -> {
                            CountDownLatch told = new CountDownLatch(1);
                            job.onCancel(told::countDown);
                            told.await();
                            long since = System.nanoTime();
                            try {
                                new CountDownLatch(1).await();
                            } finally {
                                between.set(Duration.ofNanos(System.nanoTime() - since));
                            }
                            return JobOutcome.done();
                        },
                        HandlerRules.standard()
                                .withTimeout(Duration.ofMillis(100))
                                .withGrace(Duration.ofMillis(400)))
                .start()) {
            Awaitility.await().until(() -> worker.counts().dead() == 1);
        }
        assertThat(between.get()).isGreaterThan(Duration.ofMillis(350));
        assertThat(mails.queues().failures(id))
                .extracting(FailedAttempt::reason)
                .containsExactly("the attempt took longer than PT0.1S and was interrupted");
    }

    @Test
    void aHandlerThatFinishesWithinItsGraceHasFinishedAndOneThatFailsHasTimedOut(TestDatabase database) {
        Mails mails = Mails.open(database);
        JobId done = mails.enqueue(NewJob.builder(Mails.KIND, "done").maxAttempts(1));
        JobId fails = mails.enqueue(NewJob.builder(Mails.KIND, "fails").maxAttempts(1));
        try (Worker worker = mails.worker()
                .handle(
                        Mails.KIND,
                        job -> {
                            CountDownLatch told = new CountDownLatch(1);
                            job.onCancel(told::countDown);
                            told.await();
                            if (job.payload().equals("fails")) {
                                throw new IllegalStateException("stopped as told");
                            }
                            return JobOutcome.done();
                        },
                        PATIENT.withTimeout(Duration.ofMillis(100)))
                .start()) {
            Awaitility.await()
                    .until(() -> worker.counts().dead() == 1 && worker.counts().done() == 1);
        }
        assertThat(mails.status(done).state()).isEqualTo(JobState.DONE);
        assertThat(mails.queues().failures(fails))
                .extracting(FailedAttempt::reason)
                .containsExactly("the attempt took longer than PT0.1S and was told to stop");
    }

    @Test
    void aClosingWorkerGivesBackWhatStopsAsToldWithoutAnAttempt(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        JobId id = mails.enqueue(1).get(0);
        CountDownLatch begun = new CountDownLatch(1);
        AtomicReference<StopReason> why = new AtomicReference<>();
        Worker worker = mails.worker()
                .handle(
                        Mails.KIND,
                        job -> {
                            CountDownLatch told = new CountDownLatch(1);
                            job.onCancel(told::countDown);
                            begun.countDown();
                            told.await();
                            why.set(job.stopReason().orElseThrow());
                            throw new IllegalStateException("not finished");
                        },
                        PATIENT)
                .start();
        begun.await();
        assertThat(worker.close(Duration.ofMillis(50)).isClean()).isTrue();
        assertThat(why).hasValue(StopReason.CLOSING);
        assertThat(mails.status(id)).isEqualTo(new JobStatus(id, "mails", "mail", JobState.READY, 0));
    }

    @Test
    void aClosingWorkerDoesNotWaitForAGraceThatIsLongerThanItsPatience(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        JobId id = mails.enqueue(1).get(0);
        CountDownLatch begun = new CountDownLatch(1);
        Worker worker = mails.worker()
                .cancelPatience(Duration.ofMillis(100))
                .handle(
                        Mails.KIND,
                        job -> {
                            begun.countDown();
                            new CountDownLatch(1).await();
                            return JobOutcome.done();
                        },
                        PATIENT)
                .start();
        begun.await();
        WorkerReport report = worker.close(Duration.ofMillis(50));
        assertThat(report.abandoned()).isEmpty();
        assertThat(mails.status(id)).isEqualTo(new JobStatus(id, "mails", "mail", JobState.READY, 0));
    }

    @Test
    void absurdRulesAreRefusedBeforeAnythingRuns() {
        HandlerRules rules = HandlerRules.standard();
        assertThatThrownBy(() -> rules.withGrace(Duration.ofSeconds(-1)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("PT-1S");
        assertThatThrownBy(() -> rules.withGrace(Duration.ofSeconds(Long.MAX_VALUE)))
                .isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> rules.withTimeout(Duration.ZERO)).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> rules.withTimeout(Duration.ofSeconds(Long.MAX_VALUE)))
                .isInstanceOf(ConfigurationException.class);
    }
}

package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Applications whose own code is broken in ways nobody thought of: no job is held for ever, and no worker ends. */
@EachServer(only = ServerKind.MYSQL_DEV)
final class TroubledHandlerTest {
    /** Neither an Exception nor an Error. */
    private static final class Strange extends Throwable {
        private static final long serialVersionUID = 1L;
    }

    /** An exception that fails when it is asked. */
    private static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("not even this");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("nor this");
        }
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> RuntimeException sneaky(Throwable failure) throws X {
        throw (X) failure;
    }

    private static String run(Mails mails, JobHandler<String> handler, HandlerRules rules) {
        JobId id = mails.enqueue(NewJob.builder(Mails.KIND, "m").maxAttempts(1));
        try (Worker worker =
                mails.worker().concurrency(1).handle(Mails.KIND, handler, rules).start()) {
            Awaitility.await().until(() -> worker.counts().dead() == 1);
            // The place of the handler that failed still works.
            mails.enqueue(NewJob.builder(Mails.KIND, "m").maxAttempts(1));
            Awaitility.await().until(() -> worker.counts().dead() == 2);
        }
        return mails.queues().failures(id).get(0).reason();
    }

    @Test
    void whateverIsThrownFailsTheAttempt(TestDatabase database) {
        Mails mails = Mails.open(database);
        HandlerRules rules = HandlerRules.standard();
        assertThat(run(
                        mails,
                        job -> {
                            throw TroubledHandlerTest.<RuntimeException>sneaky(new Strange());
                        },
                        rules))
                .endsWith("Strange");
        assertThat(run(
                        mails,
                        job -> {
                            throw new Broken();
                        },
                        rules))
                .isEqualTo("Broken: (its message cannot be had: java.lang.IllegalStateException)");
        assertThat(run(mails, job -> deep(job, 0), rules)).startsWith("java.lang.StackOverflowError");
        assertThat(run(
                        mails,
                        job -> {
                            throw new IllegalStateException(
                                    "x".repeat(1_000_000), new RuntimeException("y".repeat(1_000_000)));
                        },
                        rules))
                .hasSize(1_000);
        assertThat(database.number("SELECT MAX(LENGTH(stack)) FROM rowlock_dead"))
                .isBetween(60_000L, 64_000L);
    }

    private static JobOutcome deep(Job<String> job, int depth) {
        return depth < 0 ? JobOutcome.done() : deep(job, depth + 1);
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without a null checker may do
    void answersThatAreNoneFailTheAttemptAndSayWhatWasExpected(TestDatabase database) {
        Mails mails = Mails.open(database);
        assertThat(run(mails, job -> null, HandlerRules.standard())).contains("null instead of a JobOutcome");
        assertThat(run(mails, job -> new JobOutcome.Settled(job.id()), HandlerRules.standard()))
                .contains("Job.completeOn");
        assertThat(run(mails, job -> JobOutcome.done(new byte[100_000]), HandlerRules.standard()))
                .contains("100000 bytes, and may be 65536");
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_history")).isZero();
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without a null checker may do
    void policiesThatThrowOrAnswerNonsenseLeaveTheJobToBeTriedAgain(TestDatabase database) {
        Mails mails = Mails.open(database);
        List<RetryPolicy> policies = List.of(
                attempt -> {
                    throw new IllegalStateException("no pause today");
                },
                attempt -> {
                    throw new StackOverflowError();
                },
                attempt -> null,
                attempt -> Duration.ofSeconds(Long.MIN_VALUE),
                attempt -> Duration.ofSeconds(Long.MAX_VALUE));
        for (RetryPolicy policy : policies) {
            JobId id = mails.enqueue(NewJob.builder(Mails.KIND, "m").maxAttempts(9));
            AtomicInteger calls = new AtomicInteger();
            try (Worker worker = mails.worker()
                    .handle(
                            Mails.KIND,
                            job -> {
                                calls.incrementAndGet();
                                throw new IllegalStateException("no");
                            },
                            HandlerRules.standard().withRetry(policy))
                    .start()) {
                Awaitility.await().until(() -> worker.counts().failed() >= 1);
                assertThat(worker.counts().lost()).isZero();
            }
            assertThat(mails.queues().failures(id)).hasSize(calls.get());
            assertThat(mails.queues().cancel(id)).isInstanceOf(CancelOutcome.Cancelled.class);
        }
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_dead")).isZero();
    }

    @Test
    void whatNoRetryMendsIsKnownAlsoWhenAnotherThreadThrewIt() {
        HandlerRules rules = HandlerRules.standard().withoutRetryOf(IllegalArgumentException.class);
        IllegalArgumentException hopeless = new NumberFormatException("12a");
        assertThat(rules.isHopeless(hopeless)).isTrue();
        assertThat(rules.isHopeless(new ExecutionException(new CompletionException(hopeless))))
                .isTrue();
        assertThat(rules.isHopeless(new IllegalStateException("for the moment", hopeless)))
                .as("a cause is not the failure")
                .isFalse();
        assertThat(rules.isHopeless(new ExecutionException("no cause", null))).isFalse();
    }
}

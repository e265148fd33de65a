package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Jobs that wait for others are counted as such, and what is no job is not counted at all. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class KeptStatesTest {
    private static QueueCounts counts(Mails mails, String queue) {
        return Objects.requireNonNull(mails.queues().counts().get(queue));
    }

    @Test
    void jobsInLinesAndInQuarantineAreCountedAndTicketsAreNot(TestDatabase database) {
        Mails mails = Mails.open(database);
        mails.queue().limitKeys(KeyLimits.none().withRate(new Rate(1, Duration.ofDays(1))));
        for (int n = 0; n < 50; n++) {
            mails.enqueue(NewJob.builder(Mails.KIND, "in order").orderingKey("customer 7"));
        }
        for (int n = 0; n < 10; n++) {
            mails.enqueue(NewJob.builder(Mails.KIND, "limited").concurrencyKey("smtp"));
        }
        JobKind<String> poison = JobKind.text("poison");
        mails.queues().quarantine("poison", "for the test");
        for (int n = 0; n < 3; n++) {
            mails.enqueue(NewJob.builder(poison, "put aside"));
        }
        mails.enqueue(NewJob.builder(Mails.KIND, "later").delay(Duration.ofHours(1)));
        Queue others = mails.queues().queue("others");
        others.pause();
        // Nobody has claimed from it: its ticket stands among the ready jobs.
        others.enqueue(NewJob.builder(Mails.KIND, "waits").orderingKey("k").build());
        CountDownLatch go = new CountDownLatch(1);
        try (Worker worker = mails.worker()
                .concurrency(8)
                .handle(Mails.KIND, job -> {
                    go.await();
                    return JobOutcome.done();
                })
                .handle(poison, job -> JobOutcome.done())
                .start()) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(40))
                    .untilAsserted(() -> assertThat(counts(mails, "mails"))
                            .extracting(
                                    QueueCounts::ready,
                                    QueueCounts::running,
                                    QueueCounts::delayed,
                                    QueueCounts::blocked,
                                    QueueCounts::quarantined)
                            .containsExactly(0L, 2L, 1L, 58L, 3L));
            assertThat(database.number("SELECT COUNT(*) FROM rowlock_delayed WHERE kind = ''"))
                    .as("the ticket of the rate, which is no delayed job")
                    .isEqualTo(1);
            assertThat(counts(mails, "others"))
                    .extracting(QueueCounts::ready, QueueCounts::running, QueueCounts::blocked)
                    .containsExactly(0L, 0L, 1L);
            assertThat(worker.counts().held()).isEqualTo(2);
            go.countDown();
        }
    }
}

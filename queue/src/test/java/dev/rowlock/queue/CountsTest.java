package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** How many jobs there are in each state, as kept. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class CountsTest {
    private static QueueCounts counts(Mails mails) {
        return Objects.requireNonNull(mails.queues().counts().get("mails"));
    }

    @Test
    void everyStateIsCountedWhileAWorkerRunsAnywhere(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        assertThat(counts(mails).countedAt()).isEmpty();
        // More than one statement counts, in two lanes.
        mails.queue()
                .enqueueAll(IntStream.range(0, 25_000)
                        .mapToObj(n -> NewJob.builder(Mails.KIND, "m")
                                .priority(n % 5 == 0 ? Priority.LOW : Priority.NORMAL)
                                .build())
                        .toList());
        for (int n = 0; n < 7; n++) {
            mails.enqueue(NewJob.builder(Mails.KIND, "later").delay(Duration.ofHours(1)));
        }
        mails.enqueue(NewJob.builder(Mails.KIND, "dies").maxAttempts(1).priority(Priority.URGENT));
        mails.enqueue(NewJob.builder(Mails.KIND, "done").priority(Priority.URGENT));
        mails.queues().cancel(mails.enqueue(NewJob.builder(Mails.KIND, "cancelled")));
        mails.queues().queue("empty");
        CountDownLatch go = new CountDownLatch(1);
        try (Worker worker = mails.worker()
                .concurrency(2)
                .batch(10)
                .handle(Mails.KIND, job -> {
                    switch (job.payload()) {
                        case "dies" -> throw new IllegalStateException("no");
                        case "done" -> {}
                        default -> go.await();
                    }
                    return JobOutcome.done();
                })
                .start()) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(40))
                    .untilAsserted(() -> assertThat(counts(mails))
                            .extracting(
                                    count -> count.ready() + count.running(),
                                    QueueCounts::delayed,
                                    QueueCounts::dead,
                                    QueueCounts::finished)
                            .containsExactly(25_000L, 7L, 1L, 2L));
            QueueCounts settled = counts(mails);
            assertThat(settled.running()).isEqualTo(worker.counts().held()).isPositive();
            Instant now = Instant.parse(database.text("SELECT DATE_FORMAT(UTC_TIMESTAMP(6), '%Y-%m-%dT%H:%i:%s.%fZ')"));
            assertThat(settled.countedAt()).get().satisfies(at -> assertThat(at).isBetween(now.minusSeconds(60), now));
            assertThat(mails.queues().counts().get("empty"))
                    .extracting(QueueCounts::ready, QueueCounts::running, QueueCounts::finished)
                    .containsExactly(0L, 0L, 0L);
            go.countDown();
        }
    }

    @Test
    void anEnqueueInALongTransactionKeepsNobodyFromCountingAndHoldsNoCounter(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        mails.enqueue(3);
        mails.queue().pause();
        try (Connection caller = database.connect()) {
            caller.setAutoCommit(false);
            mails.queue().enqueue(caller, NewJob.of(Mails.KIND, "of a long transaction"));
            try (Worker worker =
                    mails.worker().handle(Mails.KIND, job -> JobOutcome.done()).start()) {
                Awaitility.await().until(() -> counts(mails).ready() == 3);
                // Anybody may write every row of both tables: the caller holds none.
                database.execute(
                        "UPDATE rowlock_count SET dead_jobs = dead_jobs + 1",
                        "UPDATE rowlock_counter SET jobs = jobs + 1");
                caller.commit();
                Awaitility.await().until(() -> counts(mails).ready() == 4);
                assertThat(worker.counts().claimed()).isZero();
            }
        }
    }
}

package dev.rowlock.queue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A job from its enqueue in somebody's transaction to its end. */
@EachServer
final class EnqueueToCompletionTest {
    private static final JobKind<String> MAIL = JobKind.text("mail");
    private static final List<Priority> PRIORITIES = List.of(Priority.values());

    @Test
    void aJobRunsWhenTheCallersTransactionCommits(TestDatabase database) throws Exception {
        Schema.migrate(database.dataSource());
        Queues queues = Queues.open(database.dataSource());
        dev.rowlock.queue.Queue mails = queues.queue("mails");
        database.execute("CREATE TABLE orders (id INT PRIMARY KEY)");
        Queue<String> sent = new ConcurrentLinkedQueue<>();
        try (Worker worker = mails.worker()
                .handle(MAIL, job -> {
                    sent.add(job.payload() + " " + job.attempt() + " " + job.headers());
                    return JobOutcome.done("sent".getBytes(UTF_8));
                })
                .start()) {
            JobId id;
            try (Connection connection = database.connect()) {
                connection.setAutoCommit(false);
                connection.createStatement().execute("INSERT INTO orders VALUES (1)");
                mails.enqueue(connection, NewJob.of(MAIL, "taken back"));
                connection.rollback();
                connection.createStatement().execute("INSERT INTO orders VALUES (1)");
                id = mails.enqueue(
                                connection,
                                NewJob.builder(MAIL, "ordered 1")
                                        .header("traceparent", "00-1&=ü")
                                        .build())
                        .id();
                connection.commit();
            }
            Awaitility.await().until(() -> worker.counts().done() == 1);
            assertThat(sent).containsExactly("ordered 1 1 {traceparent=00-1&=ü}");
            assertThat(queues.finished(id)).contains(new FinishedJob(Ending.DONE, 0, "sent".getBytes(UTF_8)));
            assertThat(worker.close(Duration.ofSeconds(10)).isClean()).isTrue();
        }
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_job")).isZero();
        assertThat(database.number("SELECT SUM(jobs) FROM rowlock_counter WHERE outcome = 0"))
                .isEqualTo(1);
    }

    @Test
    void manyJobsRunOnceEach(TestDatabase database) {
        Schema.migrate(database.dataSource());
        Queues queues = Queues.open(database.dataSource());
        dev.rowlock.queue.Queue mails = queues.queue("mails");
        List<NewJob> jobs = IntStream.range(0, 1_234)
                .mapToObj(n -> NewJob.builder(MAIL, "mail " + n)
                        .priority(PRIORITIES.get(n % 4))
                        .build())
                .toList();
        List<JobId> ids =
                mails.enqueueAll(jobs).stream().map(EnqueueOutcome::id).toList();
        assertThat(ids).doesNotHaveDuplicates().isSorted();
        Queue<JobId> ran = new ConcurrentLinkedQueue<>();
        List<Worker> workers = new ArrayList<>();
        for (int n = 0; n < 3; n++) {
            workers.add(mails.worker()
                    .handle(MAIL, job -> {
                        ran.add(job.id());
                        return JobOutcome.done();
                    })
                    .batch(40)
                    .start());
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> database.number("SELECT COUNT(*) FROM rowlock_job") == 0);
        workers.forEach(worker ->
                assertThat(worker.close(Duration.ofSeconds(10)).isClean()).isTrue());
        assertThat(ran).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_history WHERE outcome = 0 AND attempts = 0"))
                .isEqualTo(1_234);
    }
}

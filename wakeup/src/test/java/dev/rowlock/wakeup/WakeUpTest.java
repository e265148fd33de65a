package dev.rowlock.wakeup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.JobOutcome;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Queues;
import dev.rowlock.queue.Worker;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Jobs that another process commits start in workers that would not have looked for an hour. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class WakeUpTest {
    @Test
    void aJobThatAnotherProcessCommitsStartsAndADelayedOneWhenItIsDue(TestDatabase database) {
        Processes.rowFormat(database);
        Set<String> ran = ConcurrentHashMap.newKeySet();
        Queues here = Processes.queues(database, database.dataSource());
        Queues there = Processes.queues(database, database.dataSource());
        try (BinaryLogWakeUps wakeUps = Processes.wakeUps(database, here);
                Worker worker = Processes.idle(here, job -> {
                    ran.add(job.payload());
                    return JobOutcome.done();
                })) {
            assertThat(wakeUps.state()).isEqualTo(new WakeUpState.Listening());
            // Let its own pauses grow well beyond what is waited for below.
            Awaitility.await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
            for (int job = 0; job < 5; job++) {
                String name = "job " + job;
                there.queue("mails").enqueue(NewJob.of(Processes.MAIL, name));
                Awaitility.await().atMost(Duration.ofMillis(1_500)).until(() -> ran.contains(name));
            }
            there.queue("mails")
                    .enqueueAll(IntStream.range(0, 500)
                            .mapToObj(n -> NewJob.of(Processes.MAIL, "many " + n))
                            .toList());
            Awaitility.await().until(() -> worker.counts().done() == 505);
            there.queue("mails")
                    .enqueue(NewJob.builder(Processes.MAIL, "delayed")
                            .delay(Duration.ofSeconds(1))
                            .build());
            Awaitility.await().atMost(Duration.ofSeconds(4)).until(() -> ran.contains("delayed"));
            there.queue("mails").pause();
            there.queue("mails").enqueue(NewJob.of(Processes.MAIL, "paused"));
            there.queue("mails").resume();
            Awaitility.await().atMost(Duration.ofSeconds(2)).until(() -> ran.contains("paused"));
            assertThat(worker.counts().lost()).isZero();
        }
    }

    @Test
    void amongManyProcessesAJobIsWokenForByFew(TestDatabase database) {
        Processes.rowFormat(database);
        int processes = 6;
        AtomicInteger runs = new AtomicInteger();
        List<Queues> all = IntStream.range(0, processes)
                .mapToObj(n -> Processes.queues(database, database.dataSource()))
                .toList();
        List<BinaryLogWakeUps> wakeUps =
                all.stream().map(queues -> Processes.wakeUps(database, queues)).toList();
        List<Worker> workers = all.stream()
                .map(queues -> Processes.idle(queues, job -> {
                    runs.incrementAndGet();
                    return JobOutcome.done();
                }))
                .toList();
        Queues there = Processes.queues(database, database.dataSource());
        int jobs = 60;
        for (int job = 0; job < jobs; job++) {
            int expected = job + 1;
            there.queue("mails").enqueue(NewJob.of(Processes.MAIL, "m"));
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(2))
                    .pollDelay(Duration.ZERO)
                    .until(() -> runs.get() == expected);
        }
        workers.forEach(Worker::close);
        wakeUps.forEach(BinaryLogWakeUps::close);
        assertThat(runs).hasValue(jobs);
        assertThat(workers.stream().mapToLong(worker -> worker.counts().lost()).sum())
                .isZero();
    }
}

package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Several workers, several enqueuers, handlers that fail and snooze: lines keep their order and their limits, and none is forgotten. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class LinesUnderLoadTest {
    private static final int KEYS = 5;
    private static final int JOBS_OF_A_KEY = 60;
    private static final int LIMIT = 3;

    /** What handlers saw. */
    private static final class Log {
        final Map<String, Integer> finished = new ConcurrentHashMap<>();
        final Map<String, AtomicInteger> running = new ConcurrentHashMap<>();
        final Map<String, Integer> most = new ConcurrentHashMap<>();
        final Queue<String> faults = new ConcurrentLinkedQueue<>();

        JobOutcome work(Job<String> job) {
            String key = job.payload().split(" ", -1)[0];
            int number = Integer.parseInt(job.payload().split(" ", -1)[1]);
            AtomicInteger now = running.computeIfAbsent(key, any -> new AtomicInteger());
            int together = now.incrementAndGet();
            most.merge(key, together, Math::max);
            try {
                boolean ordered = key.startsWith("o");
                if (ordered && finished.getOrDefault(key, -1) != number - 1) {
                    faults.add(job.payload() + " after " + finished.get(key));
                }
                Thread.onSpinWait();
                int chance = ThreadLocalRandom.current().nextInt(10);
                if (chance == 0 && job.attempt() < 5) {
                    return JobOutcome.failed("by chance");
                } else if (chance == 1) {
                    return JobOutcome.snoozed(Duration.ofMillis(1));
                }
                finished.merge(key, number, ordered ? (old, latest) -> latest : Math::max);
                return JobOutcome.done();
            } finally {
                now.decrementAndGet();
            }
        }
    }

    @Test
    void linesKeepTheirOrderAndTheirLimitsAndNoneIsForgotten(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        mails.queue().limitKeys(KeyLimits.none().withConcurrent(LIMIT));
        Log record = new Log();
        HandlerRules rules = HandlerRules.standard().withRetry(RetryPolicy.fixed(Duration.ZERO));
        List<Worker> workers = new ArrayList<>();
        for (int n = 0; n < 3; n++) {
            workers.add(mails.worker()
                    .concurrency(6)
                    .batch(7)
                    .handle(Mails.KIND, record::work, rules)
                    .start());
        }
        List<Thread> enqueuers = new ArrayList<>();
        for (int key = 0; key < KEYS; key++) {
            enqueuers.add(enqueuer(mails, "o" + key));
            enqueuers.add(enqueuer(mails, "c" + key % 2));
        }
        enqueuers.forEach(Thread::start);
        for (Thread enqueuer : enqueuers) {
            enqueuer.join();
        }
        int all = 2 * KEYS * JOBS_OF_A_KEY;
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> workers.stream()
                                .mapToLong(worker -> worker.counts().done())
                                .sum()
                        == all);
        workers.forEach(worker ->
                assertThat(worker.close(Duration.ofSeconds(10)).isClean()).isTrue());
        assertThat(record.faults).isEmpty();
        Map<String, Integer> limits = new HashMap<>();
        record.most.keySet().forEach(key -> limits.put(key, key.startsWith("o") ? 1 : LIMIT));
        assertThat(record.most)
                .allSatisfy((key, most) -> assertThat(most).as(key).isLessThanOrEqualTo(limits.getOrDefault(key, 0)));
        for (String table : List.of("rowlock_lined", "rowlock_slot", "rowlock_delayed")) {
            assertThat(database.number("SELECT COUNT(*) FROM " + table))
                    .as(table)
                    .isZero();
        }
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_job WHERE kind <> ''"))
                .isZero();
    }

    private static Thread enqueuer(Mails mails, String key) {
        Random random = new Random(key.hashCode());
        return new Thread(
                () -> {
                    int next = 0;
                    while (next < JOBS_OF_A_KEY) {
                        List<NewJob> part = new ArrayList<>();
                        for (int size = 1 + random.nextInt(8); size > 0 && next < JOBS_OF_A_KEY; size--) {
                            NewJob.Builder job = NewJob.builder(Mails.KIND, key + " " + next++)
                                    .priority(List.of(Priority.values()).get(random.nextInt(4)));
                            part.add((key.startsWith("o") ? job.orderingKey(key) : job.concurrencyKey(key)).build());
                        }
                        mails.queue().enqueueAll(part);
                    }
                },
                "enqueuer-" + key);
    }
}

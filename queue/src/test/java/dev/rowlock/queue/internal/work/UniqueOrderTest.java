package dev.rowlock.queue.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.UniqueWhile;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Many jobs with unique keys in one transaction. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class UniqueOrderTest {
    private static NewJob job(String key) {
        return NewJob.builder(Mails.KIND, key)
                .uniqueWhile(key, UniqueWhile.PENDING)
                .build();
    }

    @Test
    void twoTransactionsTakeTheSameKeysInOneOrderWhateverTheyWereGiven(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        ExecutorService callers = Executors.newFixedThreadPool(2);
        try {
            for (int round = 0; round < 5; round++) {
                int number = round;
                List<NewJob> jobs = new ArrayList<>(IntStream.range(0, 30)
                        .mapToObj(n -> job("round " + number + " key " + n))
                        .toList());
                List<NewJob> reversed = new ArrayList<>(jobs);
                Collections.reverse(reversed);
                CyclicBarrier start = new CyclicBarrier(2);
                List<Future<Integer>> answers = Stream.of(jobs, reversed)
                        .map(list -> callers.submit(() -> enqueue(mails, list, start)))
                        .toList();
                for (Future<Integer> answer : answers) {
                    // A deadlock would end one of them: nobody may try a caller's transaction again.
                    assertThat(answer.get()).isEqualTo(30);
                }
            }
        } finally {
            callers.shutdown();
        }
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_job")).isEqualTo(150);
    }

    private static int enqueue(Mails mails, List<NewJob> jobs, CyclicBarrier start) throws Exception {
        try (Connection caller = mails.database().connect()) {
            caller.setAutoCommit(false);
            start.await();
            int outcomes = mails.queue().enqueueAll(caller, jobs).size();
            caller.commit();
            return outcomes;
        }
    }

    @Test
    void theyAreWorkedOnInTheOrderTheyWereGivenAndNotInThatOfTheirKeys(TestDatabase database) {
        Mails mails = Mails.open(database);
        List<String> keys = List.of("m", "z", "a", "k");
        mails.queue().enqueueAll(keys.stream().map(UniqueOrderTest::job).toList());
        assertThat(new Steps(mails, mails.transactions())
                        .claim(10).stream()
                                .map(held -> new String(held.job.payload(), java.nio.charset.StandardCharsets.UTF_8)))
                .containsExactlyElementsOf(keys);
    }
}

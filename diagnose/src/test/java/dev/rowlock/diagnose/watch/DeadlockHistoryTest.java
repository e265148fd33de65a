package dev.rowlock.diagnose.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.diagnose.Deadlock;
import dev.rowlock.diagnose.DeadlockReader;
import dev.rowlock.diagnose.fixture.Samples;
import dev.rowlock.diagnose.watch.internal.Fingerprint;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of deadlocks, with reports of samples. */
@EachServer
final class DeadlockHistoryTest {
    @Test
    void saysHowToMakeTheTable(TestDatabase database) {
        DeadlockHistory history = Histories.of(database, Retention.standard());
        assertThatThrownBy(history::check)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("--create-history")
                .hasMessageContaining("CREATE TABLE");
        database.execute("CREATE TABLE rowlock_deadlock (id INT PRIMARY KEY)");
        history.create();
        assertThatThrownBy(history::check)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("is not the history of this version");
        database.execute("DROP TABLE rowlock_deadlock", history.definition());
        history.check();
    }

    @Test
    void keepsTheNewestOnly(TestDatabase database) {
        DeadlockHistory history = Histories.of(database, new Retention(Duration.ofHours(1), 3));
        history.create();
        List<Deadlock> deadlocks = deadlocks().limit(6).toList();
        deadlocks.forEach(deadlock -> history.add("s", deadlock));
        assertThat(history.prune()).isEqualTo(3);
        assertThat(history.prune()).isZero();
        database.execute("UPDATE rowlock_deadlock SET seen_at = UTC_TIMESTAMP() - INTERVAL 2 HOUR ORDER BY id LIMIT 1");
        assertThat(history.prune()).isEqualTo(1);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_deadlock")).isEqualTo(2);
    }

    /** Two watches that write and delete the same at the same moment, again and again. */
    @Test
    void twoAtOnceWriteEachOnce(TestDatabase database) throws Exception {
        DeadlockHistory history = Histories.of(database, new Retention(Duration.ofHours(1), 4));
        history.create();
        List<Deadlock> deadlocks = deadlocks().toList();
        CyclicBarrier together = new CyclicBarrier(3);
        Callable<Integer> watch = () -> {
            int added = 0;
            for (Deadlock deadlock : deadlocks) {
                together.await();
                added += history.add("s", deadlock) ? 1 : 0;
            }
            together.await();
            history.prune();
            return added;
        };
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            int added = 0;
            for (Future<Integer> one : threads.invokeAll(List.of(watch, watch, watch))) {
                added += one.get();
            }
            assertThat(added).isEqualTo(deadlocks.size());
        } finally {
            threads.shutdown();
        }
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_deadlock")).isEqualTo(4);
    }

    /** Each once: one of the samples is also a part of another. */
    private static Stream<Deadlock> deadlocks() {
        DeadlockReader reader = DeadlockReader.plain();
        Set<String> known = new HashSet<>();
        return Samples.names()
                .flatMap(name -> reader.read(Samples.text(name)).stream())
                .filter(deadlock -> known.add(Fingerprint.of(deadlock)));
    }
}

package dev.rowlock.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.claim.fixture.SampleQueue;
import dev.rowlock.claim.fixture.SampleTable;
import dev.rowlock.claim.fixture.SampleTables;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.KeptConnections;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Several processes on one table, with online traffic beside them: each row has one holder at a time and ends once. */
@EachServer
final class ConcurrentClaimersTest {
    private static final int PROCESSES = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    static Stream<Arguments> tables() {
        return Stream.of(
                Arguments.of(SampleTables.jobQueue(), 20_000, 100),
                Arguments.of(SampleTables.taskQueue(), 2_000, 20),
                Arguments.of(SampleTables.fullyEquipped(), 2_000, 20),
                Arguments.of(SampleTables.deleting(), 400, 1));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void eachRowHasOneHolderAtATimeAndEndsOnce(SampleTable sample, int rows, int batch, TestDatabase database)
            throws Exception {
        sample.create(database);
        sample.fillLarge(database, rows);
        long seed = new Random().nextLong();
        try (KeptConnections connections = new KeptConnections(database)) {
            Run run = new Run(database, sample, rows, batch, connections);
            List<Callable<Void>> work = new ArrayList<>();
            for (int process = 0; process < PROCESSES; process++) {
                Random random = new Random(seed + process);
                work.add(() -> run.work(random));
            }
            work.add(() -> run.onlineTraffic(new Random(seed - 1)));
            LockWaits before = LockWaits.read(database);
            long start = System.nanoTime();
            ExecutorService threads = Executors.newFixedThreadPool(work.size());
            try {
                for (Future<Void> process : threads.invokeAll(work)) {
                    process.get();
                }
            } finally {
                threads.shutdownNow();
                assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
            }
            LockWaits waits = LockWaits.read(database).since(before);
            System.out.printf(
                    "%s, %s: %d rows in batches of up to %d by %d processes: %.0f rows/s; %d online UPDATEs, longest %.1f ms; %s%n",
                    database.serverName(),
                    sample,
                    rows,
                    batch,
                    PROCESSES,
                    rows / ((System.nanoTime() - start) / 1e9),
                    run.online.get(),
                    run.longestOnline.get() / 1e6,
                    waits);
            assertThat(run.done).as("seed %d", seed).hasSize(rows);
            // How long an UPDATE took says more about the disk; how long it waited for a row's lock is ours.
            assertThat(waits.millis()).isLessThanOrEqualTo(100 * waits.waits());
        }
        if (sample.deletes()) {
            assertThat(database.number("SELECT COUNT(*) FROM " + sample.table()))
                    .isZero();
        } else {
            assertThat(database.column("SELECT DISTINCT status FROM " + sample.table()))
                    .containsExactly("done");
        }
    }

    /** Waits for row locks on the whole server. */
    private record LockWaits(long waits, long millis) {
        static LockWaits read(TestDatabase database) {
            Map<String, Long> values = new HashMap<>();
            database.rows("SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_%'")
                    .forEach(row -> values.put(
                            String.valueOf(row.get("Variable_name")),
                            Long.parseLong(String.valueOf(row.get("Value")))));
            return new LockWaits(
                    Objects.requireNonNull(values.get("Innodb_row_lock_waits")),
                    Objects.requireNonNull(values.get("Innodb_row_lock_time")));
        }

        LockWaits since(LockWaits before) {
            return new LockWaits(waits - before.waits, millis - before.millis);
        }

        @Override
        public String toString() {
            return waits + " lock waits of " + (waits == 0 ? 0 : millis / waits) + " ms on average";
        }
    }

    private record Claim(RowKey row, Fence fence) {}

    private static final class Run {
        private final TestDatabase database;
        private final SampleTable sample;
        private final int rows;
        private final int batch;
        private final KeptConnections connections;
        private final Map<RowKey, Lease> held = new ConcurrentHashMap<>();
        private final Set<Claim> claims = ConcurrentHashMap.newKeySet();
        private final Set<RowKey> done = ConcurrentHashMap.newKeySet();
        private final AtomicLong longestOnline = new AtomicLong();
        private final AtomicInteger online = new AtomicInteger();
        private final long deadline = System.nanoTime() + PATIENCE.toNanos();

        Run(TestDatabase database, SampleTable sample, int rows, int batch, KeptConnections connections) {
            this.database = database;
            this.sample = sample;
            this.rows = rows;
            this.batch = batch;
            this.connections = connections;
        }

        private boolean goesOn() {
            return done.size() < rows && System.nanoTime() < deadline;
        }

        /** One process: a table opened by itself. Any failure, a deadlock among them, ends the test. */
        Void work(Random random) {
            LeaseTable leases = SampleQueue.open(connections, sample);
            while (goesOn()) {
                List<Lease> mine = leases.claim(1 + random.nextInt(batch)).leases();
                for (Lease lease : mine) {
                    assertThat(claims.add(new Claim(lease.key(), lease.fence())))
                            .as("claimed twice under one fence: %s", lease)
                            .isTrue();
                    assertThat(held.putIfAbsent(lease.key(), lease))
                            .as("held by two: %s", lease)
                            .isNull();
                    assertThat(done).as("claimed after it was done").doesNotContain(lease.key());
                }
                settle(leases, mine, random);
                leases.reclaim(batch);
            }
            return null;
        }

        private void settle(LeaseTable leases, List<Lease> mine, Random random) {
            if (mine.isEmpty()) {
                return;
            }
            List<Lease> standing = mine;
            if (random.nextInt(5) == 0) {
                standing = new ArrayList<>();
                for (Verdict verdict : untilFree(mine, leases::extend)) {
                    assertThat(verdict).isInstanceOf(Verdict.Applied.class);
                    standing.add(verdict.lease());
                }
            }
            int kept = random.nextInt(4) == 0 ? random.nextInt(standing.size() + 1) : standing.size();
            List<Lease> finished = standing.subList(0, kept);
            List<Lease> returned = standing.subList(kept, standing.size());
            finished.forEach(lease -> done.add(lease.key()));
            standing.forEach(lease -> held.remove(lease.key()));
            assertThat(untilFree(finished, leases::complete)).allMatch(Verdict.Applied.class::isInstance);
            assertThat(untilFree(returned, some -> leases.release(some, Duration.ZERO)))
                    .allMatch(Verdict.Applied.class::isInstance);
        }

        private interface Write {
            List<Verdict> apply(List<Lease> leases);
        }

        /** A batch passes over rows that online traffic holds right now: those are tried again. */
        private static List<Verdict> untilFree(List<Lease> leases, Write write) {
            List<Verdict> verdicts = new ArrayList<>();
            List<Lease> rest = leases;
            while (!rest.isEmpty()) {
                List<Lease> locked = new ArrayList<>();
                for (Verdict verdict : write.apply(rest)) {
                    if (verdict instanceof Verdict.Held) {
                        locked.add(verdict.lease());
                    } else {
                        verdicts.add(verdict);
                    }
                }
                rest = locked;
            }
            return verdicts;
        }

        /** Autocommit updates by key, which any application has: of a column in the claim index, and of another one. */
        Void onlineTraffic(Random random) throws SQLException {
            try (Connection connection = database.connect();
                    Statement statement = connection.createStatement()) {
                while (goesOn()) {
                    String set = random.nextBoolean()
                            ? "available_at = available_at - INTERVAL 1 SECOND"
                            : sample.has(ColumnRole.PAYLOAD) ? "payload = '1'" : "available_at = available_at";
                    long start = System.nanoTime();
                    statement.executeUpdate(
                            "UPDATE " + sample.table() + " SET " + set + " WHERE id = " + (1 + random.nextInt(rows)));
                    longestOnline.accumulateAndGet(System.nanoTime() - start, Math::max);
                    online.incrementAndGet();
                }
            }
            return null;
        }
    }
}

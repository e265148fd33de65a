package dev.rowlock.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.batch.fixture.Traffic;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.TableName;
import dev.rowlock.pacing.Limit;
import dev.rowlock.pacing.RateSetting;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.awaitility.Awaitility;

/** However fast a run may go: at {@code auto}, beside online traffic, most of a thread's time is left to that traffic. */
final class SharedTimeTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int CHUNKS = 100;

    /** A chunk's end, and how long it held its rows. */
    private record Seen(long endedAt, Duration held) {}

    @EachServer(only = ServerKind.MYSQL_DEV)
    void betweenTwoChunksNothingIsLockedForTwiceAsLongAsInTheFirst(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, 100_000);
        Traffic online = Traffic.inAutocommit(database, 2);
        List<Seen> chunks = Collections.synchronizedList(new ArrayList<>());
        long run = orders.batches()
                .start(BatchPlan.builder(TableName.of("orders"), "status = 'PENDING'", new Action.Set("n = n + 1"))
                        .rate(RateSetting.auto())
                        .guard(new GuardRule(
                                GuardRule.Kind.STATEMENT,
                                "UPDATE orders SET note = ? WHERE id = ?",
                                Limit.parse("10s")))
                        .build());
        // What an earlier run found to be harmless is more than any thread can do: the rate limits nothing.
        database.execute("INSERT INTO rowlock_batch_knee (target, curve, updated_at)"
                + " SELECT target, '1000000:100:1000000', UTC_TIMESTAMP(6) FROM rowlock_batch_run");
        try (online;
                BatchWorker worker = orders.batches()
                        .join(run, WorkerSettings.standard(), null, listener(chunks))
                        .start()) {
            Awaitility.await().atMost(PATIENCE).until(() -> chunks.size() >= CHUNKS);
            assertThat(orders.batches().status(run).rate()).isGreaterThan(100_000);
        }
        for (int at = 1; at < CHUNKS; at++) {
            Seen before = chunks.get(at - 1);
            long begun = chunks.get(at).endedAt() - chunks.get(at).held().toNanos();
            assertThat(begun - before.endedAt())
                    .as("before chunk %d", at)
                    .isGreaterThanOrEqualTo(before.held().multipliedBy(2).toNanos());
        }
    }

    private static WorkerListener listener(List<Seen> chunks) {
        return new WorkerListener() {
            @Override
            public void chunkCommitted(int shard, int rows, Duration held) {
                chunks.add(new Seen(System.nanoTime(), held));
            }
        };
    }
}

package dev.rowlock.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.fixture.KeyedTable;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Facts 5.8: whatever the key is, each matching row is changed once, by several threads of several workers at the same time. */
@EachServer
final class KeysTest {
    private static final int ROWS = 300;

    @Test
    void eachRowIsChangedOnceWhateverItsKey(TestDatabase database) throws InterruptedException {
        Map<KeyedTable, BatchPlan> plans = new LinkedHashMap<>();
        for (KeyedTable table : KeyedTable.all(database, ROWS)) {
            table.create(database);
            plans.put(table, plan(table, ShardRule.ranges(4)));
        }
        run(database, plans);
    }

    @Test
    void remaindersOfTheKeyCutWholeNumbersOfEverySize(TestDatabase database) throws InterruptedException {
        Map<KeyedTable, BatchPlan> plans = new LinkedHashMap<>();
        for (KeyedTable table : KeyedTable.all(database, ROWS)) {
            if (List.of("negative", "large", "sparse", "single", "nothing").contains(table.name())) {
                table.create(database);
                plans.put(table, plan(table, ShardRule.modulo(3)));
            }
        }
        run(database, plans);
    }

    private static BatchPlan plan(KeyedTable table, ShardRule shards) {
        return table.counting()
                .shards(shards)
                .chunk(ChunkBounds.usual().withRows(20))
                .build();
    }

    /** All at the same time: most of their time they wait. */
    private static void run(TestDatabase database, Map<KeyedTable, BatchPlan> plans) throws InterruptedException {
        Batches batches = Batches.of(Transactions.of(database.dataSource()));
        Map<KeyedTable, Long> runs = new LinkedHashMap<>();
        List<BatchWorker> workers = new ArrayList<>();
        try {
            plans.forEach((table, plan) -> {
                long run = batches.start(plan);
                runs.put(table, run);
                workers.add(batches.join(run, WorkerSettings.standard().withThreads(2))
                        .start());
                workers.add(batches.join(run, WorkerSettings.standard()).start());
            });
            for (BatchWorker worker : workers) {
                assertThat(worker.await(Duration.ofMinutes(2))).isTrue();
            }
        } finally {
            workers.forEach(BatchWorker::close);
        }
        runs.forEach((table, run) -> {
            RunStatus status = batches.status(run);
            check(database, table, status.plan(), status);
        });
    }

    private static void check(TestDatabase database, KeyedTable table, BatchPlan plan, RunStatus status) {
        long looks =
                plan.shards().kind() == ShardRule.Kind.MODULO ? plan.shards().shards() : 1;
        assertThat(status.state()).as("%s: %s", table, status).isEqualTo(RunState.DONE);
        assertThat(status.counts())
                .as("%s", table)
                .isEqualTo(new Counts(looks * table.values().size(), table.matching(), table.matching(), 0, 0));
        assertThat(database.number("SELECT COUNT(*) FROM " + table.name() + " WHERE n = 1 AND status = 'PENDING'"))
                .as("%s", table)
                .isEqualTo(table.matching());
        assertThat(database.number(
                        "SELECT COUNT(*) FROM " + table.name() + " WHERE n > 1 OR (n = 1 AND status <> 'PENDING')"))
                .as("%s", table)
                .isZero();
        if (table.values().size() >= ROWS) {
            assertThat(status.shards()).as("%s", table).hasSizeGreaterThan(2);
        }
    }
}

package dev.rowlock.batch.internal;

import dev.rowlock.batch.Counts;
import dev.rowlock.batch.HeldRow;
import dev.rowlock.batch.OnlineTraffic;
import dev.rowlock.batch.RunState;
import dev.rowlock.batch.RunStatus;
import dev.rowlock.batch.ShardStatus;
import dev.rowlock.batch.internal.sql.RunStatements;
import dev.rowlock.batch.internal.sql.ShardStatements;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import java.util.List;

/** Reads where a run stands, without locks. Immutable. */
public final class StatusReader {
    private final Transactions transactions;
    private final Store store;
    private final RunStore runs;

    public StatusReader(Transactions transactions, Store store, RunStore runs) {
        this.transactions = transactions;
        this.store = store;
        this.runs = runs;
    }

    public RunStatus read(RunStore.Run run) {
        return transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
            List<ShardStatus> shards = new Call(connection, store.sql(ShardStatements.SHARD_LIST))
                    .with(run.id())
                    .query(row -> new ShardStatus(
                            row.getInt("shard_no"),
                            row.getString("phase"),
                            row.getString("status"),
                            row.getString("owner") == null ? "" : row.getString("owner"),
                            row.getLong("ledger"),
                            new Counts(
                                    row.getLong("scanned"),
                                    row.getLong("matched"),
                                    row.getLong("changed"),
                                    row.getLong("changed_by_others"),
                                    row.getLong("failed"))));
            List<Workers.Worker> workers = new Workers(store).list(connection, run.id());
            String readings = new Call(connection, store.sql(RunStatements.SAMPLE_LAST))
                    .with(run.id()).query(row -> row.getString(3)).stream()
                            .findFirst()
                            .orElse("");
            RunStore.Run now = runs.load(connection, run.id()).orElse(run);
            return new RunStatus(
                    now.id(),
                    now.plan(),
                    now.target(),
                    now.state(),
                    now.reason(),
                    now.rateSetting(),
                    now.rate(),
                    now.rateReason(),
                    workers.stream().mapToDouble(Workers.Worker::used).sum(),
                    now.baselineOrNull(),
                    readings,
                    online(now, workers),
                    now.deadlocks(),
                    now.estimate(),
                    now.age(),
                    workers.size(),
                    shards.stream().map(ShardStatus::counts).reduce(Counts.NONE, Counts::plus),
                    shards);
        });
    }

    /** Of a run that nobody paces now there is no present P99. */
    private static OnlineTraffic online(RunStore.Run run, List<Workers.Worker> workers) {
        boolean paced = run.state() == RunState.RUNNING && !run.unpaced() && !workers.isEmpty();
        return paced
                ? run.online()
                : new OnlineTraffic(
                        null, run.online().baselineP99OrNull(), run.online().deadlocks());
    }

    public List<HeldRow> held(long run, int limit) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> new Call(connection, store.sql(ShardStatements.HELD_SHOW))
                        .with(run)
                        .with((long) limit)
                        .query(row -> new HeldRow(
                                row.getInt(1),
                                row.getString(2),
                                row.getString(3),
                                row.getInt(4),
                                row.getString(5) == null ? "" : row.getString(5))));
    }
}

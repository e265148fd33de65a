package dev.rowlock.batch.internal;

import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.Batches;
import dev.rowlock.batch.RecentRows;
import dev.rowlock.batch.ShardRule;
import dev.rowlock.claim.Lease;
import dev.rowlock.mysql.CommitForm;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/** The only shard of a run, taken, whose chunks a test runs one by one. Not thread-safe. */
final class ChunkBench {
    private static final AtomicLong LOOKS = new AtomicLong();
    static final Duration LEASE = Duration.ofSeconds(60);

    private final Transactions transactions;
    private final Store store = new Store(Optional.empty());
    private final Parts parts;
    private final long run;
    private final BatchPlan plan;
    private final Claims claims;
    private final Lease lease;
    private Shard shard;

    private ChunkBench(DataSource source, BatchPlan plan, long run) {
        this.run = run;
        this.plan = plan;
        Starter.Checked checked = Transactions.of(source)
                .inTransaction(Isolation.READ_COMMITTED, connection -> Starter.check(connection, plan));
        Haste haste = Haste.of(checked.facts());
        this.transactions = haste.of(Transactions.of(source).commits(CommitForm.APART));
        this.parts = new Parts(
                checked.sql(),
                checked.target().codec(),
                new KeyWatch(
                        checked.target().name(),
                        transactions.inTransaction(
                                Isolation.READ_COMMITTED,
                                connection -> KeyShape.read(
                                        connection, checked.target().name())),
                        checked.target().codec(),
                        run,
                        ChunkBench::later),
                new ShardStore(store, checked.target().codec()),
                new Ledger(store, checked.target().codec()),
                Change.of(plan.action(), checked.sql(), haste),
                RecentRows.none());
        this.claims = Claims.open(Transactions.of(source), store, "bench", LEASE, LEASE);
        this.lease = claims.shard(run, 0).orElseThrow();
        this.shard = transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> parts.shards().load(connection, run, 0, token()).orElseThrow());
    }

    /** The key is asked for at each look, however fast or busy the machine is. */
    private static Duration later() {
        return Duration.ofSeconds(LOOKS.incrementAndGet());
    }

    /** Starts a run of one shard and takes it. */
    static ChunkBench take(TestDatabase database, BatchPlan.Builder plan) {
        return take(database.dataSource(), plan);
    }

    static ChunkBench take(DataSource source, BatchPlan.Builder plan) {
        BatchPlan one = plan.shards(ShardRule.ranges(1)).build();
        return new ChunkBench(source, one, Batches.of(Transactions.of(source)).start(one));
    }

    /** The same shard in other hands, once its lease has ended. */
    ChunkBench takenOverBy(DataSource source) {
        claims.reclaim();
        return new ChunkBench(source, plan, run);
    }

    long run() {
        return run;
    }

    long token() {
        return lease.fence().token().orElseThrow();
    }

    Lease lease() {
        return lease;
    }

    Claims claims() {
        return claims;
    }

    Parts parts() {
        return parts;
    }

    /** As of the last chunk that was committed. */
    Shard shard() {
        return shard;
    }

    /** The next chunk, not committed. */
    Chunk.Done open(Connection connection, int window, int limit) throws SQLException {
        return new Chunk(parts).run(connection, shard, token(), LEASE, window, limit);
    }

    /** The next chunk of the scan, as a worker's thread does it. */
    Chunk.Done scan(int window, int limit) {
        Shard before = shard;
        try {
            Chunk.Done done = transactions.inTransaction(
                    Isolation.READ_COMMITTED,
                    connection -> new Chunk(parts).run(connection, before, token(), LEASE, window, limit),
                    (connection, chunk) -> parts.shards().readBack(connection, chunk.shard(), token()));
            shard = done.shard();
            return done;
        } catch (Waited waited) {
            return scan(window, 1);
        }
    }

    /** The next chunk of a round over the ledger, not committed. */
    Revisit.Done openRevisit(Connection connection, long after, int limit) throws SQLException {
        return new Revisit(parts).run(connection, shard, token(), LEASE, after, limit);
    }

    /** One round over the ledger, as a worker's thread does it. */
    Shard round(int limit) {
        long after = 0;
        do {
            Shard before = shard;
            long seen = after;
            try {
                Revisit.Done done = transactions.inTransaction(
                        Isolation.READ_COMMITTED,
                        connection -> new Revisit(parts).run(connection, before, token(), LEASE, seen, limit),
                        (connection, chunk) -> parts.shards().readBack(connection, chunk.shard(), token()));
                shard = done.shard();
                after = done.last();
            } catch (Waited waited) {
                return round(1);
            }
        } while (after != 0);
        return shard;
    }

    /** A connection as chunks have it. */
    static Connection connect(TestDatabase database) throws SQLException {
        Connection connection = database.connect();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        return connection;
    }
}

package dev.rowlock.batch.internal;

import dev.rowlock.claim.ColumnRole;
import dev.rowlock.claim.DatabaseClock;
import dev.rowlock.claim.IndexUse;
import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseSettings;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.StatusValues;
import dev.rowlock.claim.TableLayout;
import dev.rowlock.claim.TargetedClaim;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.RowKey;
import java.time.Duration;
import java.util.Optional;

/** The leases of a run: on its shards, and on the right to pace it; both are rows of ours, claimed by key (B1). Thread-safe. */
final class Claims {
    /** A shard's worker may die often; what counts attempts is for people to see, not a limit. */
    private static final int NO_LIMIT = 10_000;

    private final LeaseTable shards;
    private final LeaseTable runs;

    private Claims(LeaseTable shards, LeaseTable runs) {
        this.shards = shards;
        this.runs = runs;
    }

    static Claims open(Transactions transactions, Store store, String worker, Duration lease, Duration pacing) {
        LeaseSettings settings = LeaseSettings.standard()
                .withOwner(worker)
                .withMaxAttempts(NO_LIMIT)
                .withLease(lease);
        TableLayout shardLayout = TableLayout.builder(store.table("rowlock_batch_shard"))
                .clock(DatabaseClock.UTC)
                .indexUse(IndexUse.SCAN_ALLOWED)
                .build();
        TableLayout runLayout = TableLayout.builder(store.table("rowlock_batch_run"))
                .clock(DatabaseClock.UTC)
                .indexUse(IndexUse.SCAN_ALLOWED)
                .status(new StatusValues("free", "held", "over", null))
                .without(ColumnRole.PAYLOAD)
                .build();
        return new Claims(
                LeaseTable.open(transactions, shardLayout, settings),
                LeaseTable.open(transactions, runLayout, settings.withLease(pacing)));
    }

    /** The shard, or nothing: somebody else has it. */
    Optional<Lease> shard(long run, int number) {
        return claimed(shards.claim(RowKey.of(run, (long) number)));
    }

    /** The right to pace a run, or nothing. */
    Optional<Lease> pacing(long run) {
        return claimed(runs.claim(RowKey.of(run)));
    }

    private static Optional<Lease> claimed(TargetedClaim answer) {
        return answer.fold(
                claimed -> Optional.of(claimed.lease()),
                busy -> Optional.empty(),
                notReady -> Optional.empty(),
                notFound -> Optional.empty());
    }

    /** Extends; empty when the lease is lost. */
    Optional<Lease> extendShard(Lease lease) {
        return extended(shards, lease);
    }

    Optional<Lease> extendPacing(Lease lease) {
        return extended(runs, lease);
    }

    private static Optional<Lease> extended(LeaseTable table, Lease lease) {
        return table.extend(lease)
                .fold(applied -> Optional.of(applied.lease()), lost -> Optional.empty(), held -> Optional.of(lease));
    }

    void completeShard(Lease lease) {
        shards.complete(lease);
    }

    void releaseShard(Lease lease) {
        shards.release(lease, Duration.ZERO);
    }

    void releasePacing(Lease lease) {
        runs.release(lease, Duration.ZERO);
    }

    /** Puts back what workers that died held. */
    void reclaim() {
        shards.reclaim(100);
        runs.reclaim(100);
    }
}

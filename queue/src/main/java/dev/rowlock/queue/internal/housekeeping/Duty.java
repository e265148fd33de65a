package dev.rowlock.queue.internal.housekeeping;

import dev.rowlock.claim.ColumnRole;
import dev.rowlock.claim.DatabaseClock;
import dev.rowlock.claim.IndexUse;
import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseSettings;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.StatusValues;
import dev.rowlock.claim.TableLayout;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.RowKey;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The right to keep house, as a lease of the claim protocol on the one row for it (B1): no GET_LOCK, which two primaries of a cluster would
 * both grant. Used by one thread.
 */
final class Duty {
    /** Long, because keeping it costs an idle process statements; nothing that anybody waits for waits for it to end. */
    static final Duration LEASE = Duration.ofMinutes(5);

    private static final RowKey HOUSEKEEPING = RowKey.of(1L);

    /** A holder that dies is not held against the duty. */
    private static final int NO_LIMIT = 10_000;

    private final LeaseTable duties;
    private @Nullable Lease lease;

    Duty(Transactions transactions, String owner) {
        TableLayout layout = TableLayout.builder(new TableName(null, new Identifier("rowlock_duty")))
                .clock(DatabaseClock.UTC)
                .indexUse(IndexUse.SCAN_ALLOWED)
                .status(new StatusValues("free", "held", "over", null))
                .without(ColumnRole.PAYLOAD)
                .build();
        duties = LeaseTable.open(
                transactions,
                layout,
                LeaseSettings.standard()
                        .withOwner(owner)
                        .withMaxAttempts(NO_LIMIT)
                        .withLease(LEASE));
    }

    /** Takes or keeps the right; whether it is held now. */
    boolean hold() {
        Lease held = lease;
        lease = held == null ? claim() : extend(held);
        return lease != null;
    }

    private @Nullable Lease claim() {
        duties.reclaim(1);
        Optional<Lease> claimed = duties.claim(HOUSEKEEPING)
                .fold(
                        got -> Optional.of(got.lease()),
                        busy -> Optional.empty(),
                        notReady -> Optional.empty(),
                        notFound -> Optional.empty());
        return claimed.orElse(null);
    }

    private @Nullable Lease extend(Lease held) {
        Optional<Lease> extended = duties.extend(held)
                .fold(applied -> Optional.of(applied.lease()), lost -> Optional.empty(), busy -> Optional.of(held));
        return extended.orElse(null);
    }

    void release() {
        Lease held = lease;
        lease = null;
        if (held != null) {
            duties.release(held, Duration.ZERO);
        }
    }
}

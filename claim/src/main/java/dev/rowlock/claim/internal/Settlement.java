package dev.rowlock.claim.internal;

import dev.rowlock.claim.Failed;
import dev.rowlock.claim.Fence;
import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.Verdict;
import dev.rowlock.claim.internal.HeldRows.Waiting;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * What a holder writes into its rows: complete, extend, release, fail, inside a transaction that is open (A7). Every row gets a verdict of
 * its own. Rows are taken claim by claim, in primary-key order within each.
 */
public final class Settlement {
    /** Where the transaction comes from. */
    public enum Mode {
        /** Ours: batches pass over rows others have locked; a single row waits for its lock. */
        OWN(Waiting.SKIP, Waiting.WAIT),
        /** Ours, for somebody who has other rows to see to: nothing waits. */
        OWN_UNWAITING(Waiting.SKIP, Waiting.SKIP),
        /** The caller's: it waits as the caller's session does. */
        CALLERS(Waiting.WAIT, Waiting.WAIT);

        private final Waiting batches;
        private final Waiting single;

        Mode(Waiting batches, Waiting single) {
            this.batches = batches;
            this.single = single;
        }

        Waiting waiting(int rows) {
            return rows == 1 ? single : batches;
        }

        /**
         * Whether a search may go on past rows it could not take. In a caller's transaction above READ COMMITTED it must not: it would see
         * rows as they were when the transaction began, lock them as they are now, and keep the locks of all that no longer match.
         */
        boolean searches(Connection connection) throws SQLException {
            return this != CALLERS || connection.getTransactionIsolation() <= Connection.TRANSACTION_READ_COMMITTED;
        }
    }

    private final Protocol protocol;
    private final HeldRows held;
    private final Changes changes;

    public Settlement(Protocol protocol) {
        this.protocol = protocol;
        this.held = new HeldRows(protocol);
        this.changes = new Changes(protocol);
    }

    public List<Verdict> complete(Connection connection, List<Lease> leases, Mode mode) throws SQLException {
        return settleAlike(connection, leases, mode, changes.complete());
    }

    public List<Verdict> release(Connection connection, List<Lease> leases, Duration delay, Mode mode)
            throws SQLException {
        return settleAlike(connection, leases, mode, changes.release(delay));
    }

    public List<Verdict> extend(Connection connection, List<Lease> leases, Mode mode) throws SQLException {
        long sentAt = System.nanoTime();
        return eachClaim(leases, (fence, group, verdicts) -> {
            Waiting waiting = mode.waiting(leases.size());
            Map<RowKey, Stamped> locked = lock(connection, fence, group, waiting);
            Map<Fence, List<Lease>> byRenewed = new LinkedHashMap<>();
            for (Lease lease : group) {
                Stamped row = locked.get(lease.key());
                if (row != null) {
                    byRenewed
                            .computeIfAbsent(row.fence(), renewed -> new ArrayList<>())
                            .add(lease);
                }
            }
            for (Map.Entry<Fence, List<Lease>> same : byRenewed.entrySet()) {
                Stamped sample =
                        Objects.requireNonNull(locked.get(same.getValue().get(0).key()));
                if (protocol.stamps().renews()) {
                    writeLocked(connection, fence, same.getValue(), changes.renew(sample));
                }
                for (Lease lease : same.getValue()) {
                    Lease renewed = new Lease(
                            lease.key(),
                            lease.attempt(),
                            same.getKey(),
                            sentAt,
                            protocol.settings().lease());
                    verdicts.put(lease, new Verdict.Applied(renewed, LeaseState.PROCESSING));
                }
            }
            explainRest(connection, fence, group, waiting, verdicts);
        });
    }

    public List<Verdict> fail(Connection connection, List<Failed> failures, Mode mode) throws SQLException {
        Map<Lease, String> reasons = new LinkedHashMap<>();
        failures.forEach(failed -> reasons.put(failed.lease(), failed.reason()));
        return eachClaim(failures.stream().map(Failed::lease).toList(), (fence, group, verdicts) -> {
            Waiting waiting = mode.waiting(failures.size());
            Map<RowKey, Stamped> locked = lock(connection, fence, group, waiting);
            for (Lease lease : group) {
                Stamped row = locked.get(lease.key());
                if (row != null) {
                    Change change = changes.fail(row, Objects.requireNonNull(reasons.get(lease)));
                    writeLocked(connection, fence, List.of(lease), change);
                    verdicts.put(lease, applied(lease, change));
                }
            }
            explainRest(connection, fence, group, waiting, verdicts);
        });
    }

    /** One change for all rows of a claim. A single row needs no locking read first: the UPDATE itself is conditional. */
    private List<Verdict> settleAlike(Connection connection, List<Lease> leases, Mode mode, Change change)
            throws SQLException {
        return eachClaim(leases, (fence, group, verdicts) -> {
            Waiting waiting = mode.waiting(leases.size());
            if (leases.size() == 1 && waiting == Waiting.WAIT) {
                if (writeAlone(connection, fence, group.get(0), change) == 1) {
                    verdicts.put(group.get(0), applied(group.get(0), change));
                }
            } else {
                Set<RowKey> locked = new HashSet<>();
                for (List<RowKey> keys : protocol.keySlices(keys(group))) {
                    locked.addAll(held.lockKeys(connection, fence, keys, waiting));
                }
                List<Lease> mine = group.stream()
                        .filter(lease -> locked.contains(lease.key()))
                        .toList();
                writeLocked(connection, fence, mine, change);
                mine.forEach(lease -> verdicts.put(lease, applied(lease, change)));
            }
            explainRest(connection, fence, group, waiting, verdicts);
        });
    }

    private Map<RowKey, Stamped> lock(Connection connection, Fence fence, List<Lease> group, Waiting waiting)
            throws SQLException {
        Map<RowKey, Stamped> locked = new LinkedHashMap<>();
        for (List<RowKey> keys : protocol.keySlices(keys(group))) {
            locked.putAll(held.lock(connection, fence, keys, waiting));
        }
        return locked;
    }

    private void writeLocked(Connection connection, Fence fence, List<Lease> mine, Change change) throws SQLException {
        int changed = 0;
        for (List<RowKey> keys : protocol.keySlices(keys(mine))) {
            Call call = new Call(connection, protocol.sql().forKeys(change.sql().locked(), keys.size()));
            change.set().bind(call);
            held.bindMine(call.withKeys(keys), fence);
            changed += call.update();
        }
        if (changed != mine.size()) {
            throw ClaimWrite.stateChanged(protocol, "settling", mine.size(), changed);
        }
    }

    private int writeAlone(Connection connection, Fence fence, Lease lease, Change change) throws SQLException {
        Call call = new Call(connection, protocol.sql().forKeys(change.sql().alone(), 1));
        change.set().bind(call);
        held.bindStanding(call.withKey(lease.key()), fence);
        return call.update();
    }

    private void explainRest(
            Connection connection, Fence fence, List<Lease> group, Waiting waiting, Map<Lease, Verdict> verdicts)
            throws SQLException {
        List<Lease> rest =
                group.stream().filter(lease -> !verdicts.containsKey(lease)).toList();
        if (!rest.isEmpty()) {
            held.explain(connection, fence, rest, waiting, verdicts);
        }
    }

    private interface EachClaim {
        void settle(Fence fence, List<Lease> group, Map<Lease, Verdict> verdicts) throws SQLException;
    }

    private static List<Verdict> eachClaim(List<Lease> leases, EachClaim each) throws SQLException {
        // A row that is named twice in one claim, such as by a lease and its extension, is settled once: both get the
        // verdict.
        Map<Fence, Map<RowKey, Lease>> groups = new LinkedHashMap<>();
        leases.forEach(lease -> groups.computeIfAbsent(claimOf(lease.fence()), fence -> new LinkedHashMap<>())
                .putIfAbsent(lease.key(), lease));
        Map<Lease, Verdict> verdicts = new LinkedHashMap<>();
        for (Map<RowKey, Lease> rows : groups.values()) {
            List<Lease> group = List.copyOf(rows.values());
            each.settle(group.get(0).fence(), group, verdicts);
        }
        Function<Lease, Verdict> found = lease -> {
            Lease settled =
                    Objects.requireNonNull(groups.get(claimOf(lease.fence()))).get(lease.key());
            return Objects.requireNonNull(verdicts.get(settled));
        };
        return leases.stream().map(found).toList();
    }

    /** What stays the same of a fence when a lease is extended: with a token, all but its end. */
    private static Fence claimOf(Fence fence) {
        return fence.tokenOrNull() == null
                ? fence
                : new Fence(fence.tokenOrNull(), null, fence.claimedAtOrNull(), fence.ownerOrNull());
    }

    private static Verdict applied(Lease lease, Change change) {
        return new Verdict.Applied(lease, change.becomes(), change.readyIn());
    }

    private static List<RowKey> keys(List<Lease> leases) {
        return leases.stream().map(Lease::key).toList();
    }
}

package dev.rowlock.claim.internal;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.internal.Candidates.Candidate;
import dev.rowlock.claim.internal.Settlement.Mode;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Claims any ready rows, inside a transaction that is open (A1, A2).
 *
 * <p>Three steps: read candidates without locks, lock those that are free by primary key with SKIP LOCKED, write the claim into the
 * locked ones. So a claim locks what it takes and nothing else; rows others hold cost one look and leave no lock behind (facts 1.2).
 */
public final class BatchClaim {
    /**
     * What a claim got.
     *
     * @param reached up to where all rows were looked at; where the claim started when it saw none
     * @param searchNanos time spent looking for rows, without the writes and the commit
     */
    public record Result(List<Lease> leases, @Nullable Position reached, long searchNanos) {}

    /** Rows of one candidate read: bounds what one claim may look at while everything ahead is held by others. */
    private static final int WIDEST_WINDOW = 4_000;

    private static final int MOST_ROUNDS = 12;

    private final Protocol protocol;
    private final Mode mode;
    private final Candidates candidates;
    private final ClaimWrite write;

    public BatchClaim(Protocol protocol, Mode mode) {
        this.protocol = protocol;
        this.mode = mode;
        this.candidates = new Candidates(protocol);
        this.write = new ClaimWrite(protocol);
    }

    /**
     * Claims up to that many rows.
     *
     * @param from where to go on, {@code null} for the start of the table's order
     */
    public Result claim(Connection connection, int limit, @Nullable Position from, long sentAtNanos)
            throws SQLException {
        List<Stamped> locked = new ArrayList<>();
        Position reached = from;
        int window = limit;
        long searchedFrom = System.nanoTime();
        for (int round = 1; round <= MOST_ROUNDS; round++) {
            boolean toppingUp = !locked.isEmpty();
            List<Candidate> seen = candidates.read(connection, reached, window);
            if (seen.isEmpty()) {
                break;
            }
            // Rows this claim has locked still look ready: a look further may begin with the last of them.
            Set<RowKey> mine = locked.stream().map(Stamped::key).collect(Collectors.toSet());
            List<Candidate> others =
                    seen.stream().filter(row -> !mine.contains(row.key())).toList();
            reached = lock(connection, others, limit, locked, reached);
            // Rows are locked from here on: one look further is worth a fuller batch, a search is not (A5).
            if (locked.size() == limit || seen.size() < window || toppingUp || !mode.searches(connection)) {
                break;
            }
            window = Math.min(window * 2, Math.max(limit, WIDEST_WINDOW));
        }
        long searchNanos = System.nanoTime() - searchedFrom;
        return new Result(write.write(connection, locked, sentAtNanos), reached, searchNanos);
    }

    /**
     * Locks free candidates until the limit is reached and tells up to where all of them were looked at.
     *
     * <p>LIMIT takes rows in the order of the primary key, not in the claim's. So a statement never names more keys than there is room for,
     * except while everything so far was held by others: then it names ever more, to get past them. Once rows are locked, a statement
     * that gets none is the last.
     */
    private @Nullable Position lock(
            Connection connection, List<Candidate> seen, int limit, List<Stamped> locked, @Nullable Position before)
            throws SQLException {
        int width = locked.isEmpty() ? Math.max(limit, seen.size() / 2) : limit - locked.size();
        int looked = 0;
        while (looked < seen.size() && locked.size() < limit) {
            int room = limit - locked.size();
            int end = Math.min(seen.size(), looked + Math.min(width, protocol.keysPerStatement()));
            List<Stamped> got = lockReady(connection, seen.subList(looked, end), room);
            locked.addAll(got);
            if (got.size() == room && end - looked > room) {
                // LIMIT may have left out rows of this statement that come first in the claim's order: they are looked
                // at again.
                return looked == 0 ? before : candidates.at(seen, looked - 1);
            }
            looked = end;
            if (got.isEmpty() && !locked.isEmpty()) {
                break;
            }
            width = got.isEmpty() ? width * 2 : limit - locked.size();
        }
        return looked == 0 ? before : candidates.at(seen, looked - 1);
    }

    /** Those of the candidates that are free and still ready, in the claim's order. */
    private List<Stamped> lockReady(Connection connection, List<Candidate> wanted, int room) throws SQLException {
        List<RowKey> keys = wanted.stream().map(Candidate::key).toList();
        Call call = new Call(connection, protocol.sql().forKeys(protocol.sql().lockReady, keys.size()));
        protocol.stamps().bindStampSelect(call, protocol.settings().lease());
        StampedReader reader = new StampedReader(protocol);
        List<Stamped> got = call.withKeys(keys)
                .with(protocol.table().state(LeaseState.READY))
                .with(room)
                .query(reader::read);
        Map<RowKey, Integer> order = new HashMap<>();
        keys.forEach(key -> order.put(key, order.size()));
        got.sort(Comparator.comparing(row -> order.getOrDefault(row.key(), Integer.MAX_VALUE)));
        return got;
    }
}

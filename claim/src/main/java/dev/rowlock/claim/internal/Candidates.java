package dev.rowlock.claim.internal;

import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.internal.Position.Tie;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the keys of rows that look ready, in the claim's order, from a resume position. It takes no locks. With the position, neither
 * claimed rows nor tombstones before it cost anything (facts 2).
 */
final class Candidates {
    /** A row that looked ready. */
    record Candidate(RowKey key, @Nullable String availableAtOrNull) {}

    private final Protocol protocol;

    Candidates(Protocol protocol) {
        this.protocol = protocol;
    }

    /** At most that many rows after the position, or from the start. */
    List<Candidate> read(Connection connection, @Nullable Position from, int limit) throws SQLException {
        TableSql sql = protocol.sql();
        if (from == null) {
            return query(call(connection, sql.candidates), limit);
        }
        if (!sql.readsByTime()) {
            return query(call(connection, sql.candidatesAfterKey).withBound(from.key()), limit);
        }
        if (from.tie() == Tie.ALONE) {
            return query(call(connection, sql.candidatesFrom).with(from.availableAtOrNull()), limit);
        }
        List<Candidate> found = new ArrayList<>(query(
                call(connection, sql.candidatesTie)
                        .with(from.availableAtOrNull())
                        .withBound(from.key()),
                limit));
        if (found.size() < limit) {
            found.addAll(
                    query(call(connection, sql.candidatesBeyond).with(from.availableAtOrNull()), limit - found.size()));
        }
        return found;
    }

    /** The position of one of these candidates. */
    Position at(List<Candidate> seen, int index) {
        Candidate candidate = seen.get(index);
        // Of a lone row nothing is known about its neighbours: assume they share its time, which is right in either
        // case.
        boolean alone = index > 0
                && !String.valueOf(seen.get(index - 1).availableAtOrNull()).equals(candidate.availableAtOrNull());
        return new Position(candidate.availableAtOrNull(), candidate.key(), alone ? Tie.ALONE : Tie.SHARED);
    }

    private Call call(Connection connection, String sql) {
        return new Call(connection, sql).with(protocol.table().state(LeaseState.READY));
    }

    private List<Candidate> query(Call call, int limit) throws SQLException {
        int afterKey = protocol.afterKey();
        boolean timed = protocol.sql().readsByTime();
        return call.with(limit)
                .query(row -> new Candidate(protocol.keys().read(row, 1), timed ? row.getString(afterKey) : null));
    }
}

package dev.rowlock.claim.internal.table;

import dev.rowlock.claim.ColumnRole;
import dev.rowlock.claim.DatabaseClock;
import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.LostGuarantee;
import dev.rowlock.claim.OnComplete;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.Column;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The user's layout after it was compared with the server: everything statements are made of. Immutable.
 *
 * @param name the table with the schema it was found in
 * @param key the primary key's columns in order
 * @param columns the column of each role that is filled
 * @param states what the status column holds in each state, as it is bound
 * @param claimIndexOrNull the index claims read along; {@code null} when they read along the primary key
 * @param lost what cannot be promised on this table
 */
public record ResolvedTable(
        TableName name,
        List<Column> key,
        Map<ColumnRole, Column> columns,
        Map<LeaseState, Object> states,
        @Nullable String claimIndexOrNull,
        OnComplete onComplete,
        DatabaseClock clock,
        List<LostGuarantee> lost) {
    public ResolvedTable {
        key = List.copyOf(key);
        columns = Map.copyOf(columns);
        states = Map.copyOf(states);
        lost = List.copyOf(lost);
    }

    public Optional<Column> column(ColumnRole role) {
        return Optional.ofNullable(columns.get(role));
    }

    public boolean has(ColumnRole role) {
        return columns.containsKey(role);
    }

    public Column status() {
        return column(ColumnRole.STATUS).orElseThrow();
    }

    public Object state(LeaseState state) {
        Object value = states.get(state);
        if (value == null) {
            throw new IllegalStateException("the table has no state " + state);
        }
        return value;
    }

    /** Whether rows can be given up after too many attempts. */
    public boolean keepsAttemptLimit() {
        return has(ColumnRole.ATTEMPTS) && states.containsKey(LeaseState.DEAD);
    }

    /** Whether it can be told that a holder is gone. */
    public boolean knowsExpiry() {
        return has(ColumnRole.LEASE_UNTIL) || has(ColumnRole.CLAIMED_AT);
    }

    /**
     * Whether two claims of one row can never have written the same values, so that reading back after a lost COMMIT tells "mine" from
     * "not mine" (facts 3.3): a microsecond of the database's clock is in them.
     */
    public boolean tellsClaimsApart() {
        return column(ColumnRole.TOKEN)
                        .filter(column -> column.type().equals("bigint"))
                        .isPresent()
                || column(ColumnRole.LEASE_UNTIL)
                        .filter(column -> column.precision() == 6)
                        .isPresent()
                || column(ColumnRole.CLAIMED_AT)
                        .filter(column -> column.precision() == 6)
                        .isPresent();
    }
}

package dev.rowlock.claim.internal;

import dev.rowlock.claim.ColumnRole;
import dev.rowlock.claim.RowState;
import dev.rowlock.claim.internal.table.ResolvedTable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Reads the columns that tell a caller why an operation could not go ahead. The payload is never among them. */
final class StateReader {
    static final List<ColumnRole> ROLES = List.of(
            ColumnRole.STATUS,
            ColumnRole.AVAILABLE_AT,
            ColumnRole.LEASE_UNTIL,
            ColumnRole.CLAIMED_AT,
            ColumnRole.ATTEMPTS,
            ColumnRole.TOKEN,
            ColumnRole.OWNER);

    private final List<ColumnRole> present;

    StateReader(ResolvedTable table) {
        this.present = ROLES.stream().filter(table::has).toList();
    }

    RowState read(ResultSet row, int from) throws SQLException {
        Map<ColumnRole, String> values = new EnumMap<>(ColumnRole.class);
        int at = from;
        for (ColumnRole role : present) {
            String value = row.getString(at++);
            if (value != null) {
                values.put(role, value);
            }
        }
        return new RowState(values);
    }
}

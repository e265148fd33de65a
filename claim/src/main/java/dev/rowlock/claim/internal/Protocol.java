package dev.rowlock.claim.internal;

import dev.rowlock.claim.LeaseSettings;
import dev.rowlock.claim.RowKey;
import dev.rowlock.claim.internal.table.KeyCodec;
import dev.rowlock.claim.internal.table.ResolvedTable;
import java.util.ArrayList;
import java.util.List;

/**
 * What every operation on one table shares. Immutable.
 *
 * @param keysPerStatement longest key list of one statement: short enough for an index range on both families
 */
public record Protocol(
        ResolvedTable table,
        TableSql sql,
        Stamps stamps,
        KeyCodec keys,
        StateReader states,
        LeaseSettings settings,
        int keysPerStatement) {
    /**
     * MariaDB turns an IN list of 1 000 values or more into a joined temporary table ({@code in_predicate_conversion_threshold}), and a
     * list of key tuples is planned tuple by tuple. Both stay well below any packet or range-optimizer limit (facts 1.4).
     */
    private static final int LONGEST_LIST = 500;

    private static final int LONGEST_TUPLE_LIST = 200;

    public static Protocol of(ResolvedTable table, LeaseSettings settings) {
        return new Protocol(
                table,
                new TableSql(table),
                new Stamps(table),
                new KeyCodec(table.key()),
                new StateReader(table),
                settings,
                table.key().size() == 1 ? LONGEST_LIST : LONGEST_TUPLE_LIST);
    }

    /** Position of the first column after the key in a result. */
    int afterKey() {
        return keys.width() + 1;
    }

    static <T> List<List<T>> slices(List<T> all, int size) {
        List<List<T>> slices = new ArrayList<>();
        for (int from = 0; from < all.size(); from += size) {
            slices.add(all.subList(from, Math.min(all.size(), from + size)));
        }
        return slices;
    }

    List<List<RowKey>> keySlices(List<RowKey> all) {
        return slices(all, keysPerStatement);
    }
}

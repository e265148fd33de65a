package dev.rowlock.claim.internal;

import dev.rowlock.claim.ColumnRole;
import dev.rowlock.claim.LeaseSettings;
import dev.rowlock.claim.internal.table.ResolvedTable;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.table.KeyCodec;
import dev.rowlock.mysql.table.RowKey;
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

    public static Protocol of(ResolvedTable table, LeaseSettings given) {
        LeaseSettings settings = fitting(table, given);
        return new Protocol(
                table,
                new TableSql(table),
                new Stamps(table),
                new KeyCodec(table.key()),
                new StateReader(table),
                settings,
                table.key().size() == 1 ? LONGEST_LIST : LONGEST_TUPLE_LIST);
    }

    private static LeaseSettings fitting(ResolvedTable table, LeaseSettings given) {
        table.column(ColumnRole.ATTEMPTS)
                .filter(column -> table.keepsAttemptLimit() && given.maxAttempts() > column.largest())
                .ifPresent(column -> {
                    throw new ConfigurationException("the attempt limit of " + given.maxAttempts() + " is more than "
                            + table.name() + " can count in column " + column.name() + " " + column.fullType()
                            + ": give a limit of at most " + column.largest());
                });
        // The name is for people; a part of it tells as much, where an error would keep the table from being worked.
        int most = (int) Math.min(
                table.column(ColumnRole.OWNER)
                        .flatMap(column -> column.maxLength().stream().boxed().findFirst())
                        .orElse(Long.MAX_VALUE),
                given.owner().codePointCount(0, given.owner().length()));
        return given.withOwner(given.owner().substring(0, given.owner().offsetByCodePoints(0, most)));
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

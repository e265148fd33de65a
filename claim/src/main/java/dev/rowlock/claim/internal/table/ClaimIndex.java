package dev.rowlock.claim.internal.table;

import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.Index;
import dev.rowlock.mysql.table.TableShape;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Chooses the index a claim reads along (A4). It has to give the rows of one status in the claim's order without sorting: status, then
 * the time column if there is one, then the primary key. InnoDB appends the missing key columns to every secondary index itself, so
 * {@code (status, available_at)} fits as well as {@code (status, available_at, id)}.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.4/en/index-extensions.html">Use of index extensions</a>
 */
public final class ClaimIndex {
    private ClaimIndex() {}

    /** The fitting index with the fewest columns, if there is one. */
    public static Optional<Index> choose(
            TableShape shape, List<Column> key, Column status, Optional<Column> availableAt) {
        List<String> wanted = columns(key, status, availableAt).stream()
                .map(column -> lower(column.name().name()))
                .toList();
        int leading = availableAt.isPresent() ? 2 : 1;
        return shape.indexes().stream()
                .filter(index -> index.usable() && !index.isPrimary() && fits(index, wanted, leading))
                .min(Comparator.comparingInt((Index index) -> index.columns().size())
                        .thenComparing(Index::name));
    }

    private static boolean fits(Index index, List<String> wanted, int leading) {
        List<String> columns = index.columns().stream().map(ClaimIndex::lower).toList();
        int shared = Math.min(columns.size(), wanted.size());
        return columns.size() >= leading && columns.subList(0, shared).equals(wanted.subList(0, shared));
    }

    /** The statement that makes a fitting index. */
    public static String createStatement(
            TableName table, List<Column> key, Column status, Optional<Column> availableAt) {
        String columns = columns(key, status, availableAt).stream()
                .map(column -> column.name().quoted())
                .collect(Collectors.joining(", "));
        Identifier name = new Identifier("rowlock_claim");
        return "CREATE INDEX " + name.quoted() + " ON " + table.quoted() + " (" + columns + ")";
    }

    /** Each column once: the time may be part of the key, as partitioned tables need it. */
    private static Set<Column> columns(List<Column> key, Column status, Optional<Column> availableAt) {
        Set<Column> columns = new LinkedHashSet<>();
        columns.add(status);
        availableAt.ifPresent(columns::add);
        columns.addAll(key);
        return columns;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}

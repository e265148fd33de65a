package dev.rowlock.mysql.table;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table's key in the words of a statement: conditions that both families read as ranges of the primary key. Comparison is the server's,
 * by the columns' collations (facts 5.8). Parameters are bound by {@link Call}. Immutable.
 */
public final class KeySql {
    private final List<Column> key;
    private final String one;

    public KeySql(List<Column> key) {
        this.key = List.copyOf(key);
        this.one = each(column -> column.name().quoted() + " = " + value(column), " AND ", "(", ")");
    }

    /** The key's columns in a select list, each as {@link KeyCodec} reads it. */
    public String select() {
        return each(KeySql::selected, ", ", "", "");
    }

    /** The key's columns as they are, in an ORDER BY or a column list. */
    public String columns() {
        return each(column -> column.name().quoted(), ", ", "", "");
    }

    /** These keys and no others; bound by {@link Call#withKeys}. */
    public String in(int keys) {
        if (keys == 1) {
            return one;
        }
        if (key.size() == 1) {
            return key.get(0).name().quoted() + " IN " + repeated(value(key.get(0)), ",", keys);
        }
        // Not (a, b) IN ((?, ?), ...): MariaDB does not use an index range for it.
        return repeated(one, " OR ", keys);
    }

    /** Keys that come after one, in key order; bound by {@link Call#withBound}. */
    public String after() {
        return bound(" > ", " > ");
    }

    /** A key and those before it, in key order; bound by {@link Call#withBound}. */
    public String upTo() {
        return bound(" < ", " <= ");
    }

    /** A key and those after it, in key order; bound by {@link Call#withBound}. */
    public String from() {
        return bound(" > ", " >= ");
    }

    /** (a > ?) or (a = ? and b > ?), which both families read as ranges; they do not do so for (a, b) > (?, ?). */
    private String bound(String before, String last) {
        return IntStream.range(0, key.size())
                .mapToObj(end -> IntStream.rangeClosed(0, end)
                        .mapToObj(at -> key.get(at).name().quoted()
                                + (at < end ? " = " : at == key.size() - 1 ? last : before)
                                + value(key.get(at)))
                        .collect(Collectors.joining(" AND ", "(", ")")))
                .collect(Collectors.joining(" OR ", "(", ")"));
    }

    /**
     * The parameter of a key value. A list that has numbers on both sides of 2^63 mixes signed and unsigned literals, and MariaDB then
     * reads the whole table instead of a range. Of a decimal parameter that was prepared on the server MySQL makes at most 2^63 - 1, hence
     * by way of text.
     */
    private static String value(Column column) {
        return column.isUnsigned() && column.type().equals("bigint") ? "CAST(CAST(? AS CHAR) AS UNSIGNED)" : "?";
    }

    private static String selected(Column column) {
        return KeyCodec.asText(column)
                ? "CAST(" + column.name().quoted() + " AS CHAR)"
                : column.name().quoted();
    }

    private String each(Function<Column, String> form, String separator, String open, String close) {
        return key.stream().map(form).collect(Collectors.joining(separator, open, close));
    }

    private static String repeated(String piece, String separator, int times) {
        return IntStream.range(0, times).mapToObj(at -> piece).collect(Collectors.joining(separator, "(", ")"));
    }
}

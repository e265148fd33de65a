package dev.rowlock.queue.internal.line;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.Rows;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Rows of one statement by line and number, in primary-key order (facts 3.6). Not thread-safe. */
final class ByLine {
    private final SortedMap<String, SortedSet<Long>> numbers = new TreeMap<>();

    void add(String line, long number) {
        numbers.computeIfAbsent(line, key -> new TreeSet<>()).add(number);
    }

    /** Lines of which the same numbers are meant share a piece: of ordered lines there is one for all. */
    private Map<SortedSet<Long>, SortedSet<String>> pieces() {
        Map<SortedSet<Long>, SortedSet<String>> pieces = new LinkedHashMap<>();
        numbers.forEach((line, each) ->
                pieces.computeIfAbsent(each, same -> new TreeSet<>()).add(line));
        return pieces;
    }

    /** The statement with its pieces where the name stands. */
    String in(String statement, String name, String piece) {
        String pieces = pieces().entrySet().stream()
                .map(each -> "("
                        + piece.replace("{lines}", Rows.names(each.getValue().size()))
                                .replace("{ids}", Rows.names(each.getKey().size()))
                        + ")")
                .collect(Collectors.joining(" OR "));
        return statement.replace(name, pieces);
    }

    Call bind(Call call) {
        pieces().forEach((each, lines) -> {
            lines.forEach(call::with);
            each.forEach(call::with);
        });
        return call;
    }
}

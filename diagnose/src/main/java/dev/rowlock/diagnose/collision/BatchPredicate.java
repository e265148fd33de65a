package dev.rowlock.diagnose.collision;

import dev.rowlock.diagnose.internal.statement.SqlDialect;
import dev.rowlock.diagnose.internal.statement.SqlTokens;
import dev.rowlock.mysql.ConfigurationException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Which rows a batch would touch: what stands after WHERE, with {@code :name} for each parameter. Immutable.
 *
 * @param sql such as {@code status = 'PENDING' AND modified_at < :cutoff}
 * @param parameters the values, as text; the server converts them to what they are compared with
 */
public record BatchPredicate(String sql, Map<String, String> parameters) {
    private static final Set<String> LOCKING = Set.of("update", "share");

    public BatchPredicate {
        parameters = Map.copyOf(parameters);
        read(sql, parameters);
    }

    /** A predicate without parameters. */
    public static BatchPredicate of(String sql) {
        return new BatchPredicate(sql, Map.of());
    }

    /** The predicate as a statement wants it, with a question mark for each parameter. */
    String marked() {
        return read(sql, parameters).text();
    }

    /** The values of the question marks, in order. */
    List<String> values() {
        return read(sql, parameters).values();
    }

    private record Marked(String text, List<String> values) {}

    /** Comments are left out: one that runs to the end of its line would swallow what follows the predicate. */
    private static Marked read(String sql, Map<String, String> parameters) {
        StringBuilder text = new StringBuilder();
        List<String> values = new ArrayList<>();
        Set<String> unused = new HashSet<>(parameters.keySet());
        SqlTokens tokens = new SqlTokens(sql, 0, sql.length(), SqlDialect.USUAL);
        int depth = 0;
        String before = "";
        while (tokens.next()) {
            String token = sql.substring(tokens.start(), tokens.end());
            if (!tokens.finished()) {
                throw wrong(sql, "a quote or comment is not closed");
            }
            switch (tokens.kind()) {
                case COMMENT -> text.append(' ');
                case SIGN -> depth = sign(sql, token, depth);
                case WORD -> word(sql, token, before);
                default -> {}
            }
            if (before.equals(":") && tokens.kind() == SqlTokens.Kind.WORD) {
                String value = parameters.get(token);
                if (value == null) {
                    throw new ConfigurationException("the predicate names the parameter :" + token
                            + ", which has no value: give --param " + token + "=...");
                }
                unused.remove(token);
                values.add(value);
                text.setLength(text.length() - 1);
                text.append('?');
            } else if (tokens.kind() != SqlTokens.Kind.COMMENT) {
                text.append(token);
            }
            if (tokens.kind() != SqlTokens.Kind.SPACE || before.equals(":")) {
                before = token.toLowerCase(Locale.ROOT);
            }
        }
        if (depth != 0) {
            throw wrong(sql, "a parenthesis is not closed");
        }
        if (text.toString().isBlank()) {
            throw new ConfigurationException(
                    "the predicate is empty: write what stands after WHERE, such as status = 'PENDING', or TRUE for every row");
        }
        if (!unused.isEmpty()) {
            throw new ConfigurationException(
                    "the parameter " + unused.iterator().next()
                            + " has a value, but the predicate does not name it: write :"
                            + unused.iterator().next());
        }
        return new Marked(text.toString().strip(), values);
    }

    private static int sign(String sql, String token, int depth) {
        if (token.startsWith("?") || token.startsWith(";")) {
            throw wrong(sql, token.startsWith("?") ? "parameters are written :name" : "it must not hold a semicolon");
        }
        int after = depth + (token.equals("(") ? 1 : token.equals(")") ? -1 : 0);
        if (after < 0) {
            throw wrong(sql, "a parenthesis closes that was not opened");
        }
        return after;
    }

    private static void word(String sql, String token, String before) {
        String word = token.toLowerCase(Locale.ROOT);
        if ((before.equals("for") && LOCKING.contains(word)) || (before.equals("in") && word.equals("share"))) {
            throw wrong(
                    sql,
                    "it must not lock rows (" + before.toUpperCase(Locale.ROOT) + " " + token.toUpperCase(Locale.ROOT)
                            + ")");
        }
    }

    private static ConfigurationException wrong(String sql, String why) {
        return new ConfigurationException("the predicate cannot be used: " + why + ": " + sql);
    }
}

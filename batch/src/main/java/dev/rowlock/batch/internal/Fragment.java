package dev.rowlock.batch.internal;

import dev.rowlock.mysql.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A piece of SQL of the user's, such as a predicate, with its parameters in order. What is in quotes stays as it is; a piece that would
 * reach out of its place in a statement (a comment, a semicolon, a bracket too many) is refused. Immutable.
 *
 * @param sql the piece with a question mark for each parameter
 * @param parameters their names, in order
 */
public record Fragment(String sql, List<String> parameters) {
    public Fragment {
        parameters = List.copyOf(parameters);
    }

    /** Reads a piece. {@code what} names it in messages. */
    public static Fragment parse(String what, String text) {
        return new Reader(what, text).read();
    }

    /** The values of the parameters in order. */
    public List<String> values(Map<String, String> given) {
        List<String> values = new ArrayList<>();
        for (String name : parameters) {
            String value = given.get(name);
            if (value == null) {
                throw new ConfigurationException("the parameter :" + name + " has no value: give " + name + "=VALUE");
            }
            values.add(value);
        }
        return values;
    }

    /** Refuses values that nothing asks for: most likely a slip of the pen. */
    public static void requireUsed(Map<String, String> given, List<Fragment> pieces) {
        Set<String> unused = new TreeSet<>(given.keySet());
        pieces.forEach(piece -> piece.parameters().forEach(unused::remove));
        if (!unused.isEmpty()) {
            throw new ConfigurationException("nothing uses the parameter " + String.join(", ", unused)
                    + ": a predicate names it as :" + unused.iterator().next());
        }
    }

    private static final Pattern LOCKING = Pattern.compile(
            "\\bFOR\\s+(?:UPDATE|SHARE)\\b|\\bLOCK\\s+IN\\s+SHARE\\s+MODE\\b", Pattern.CASE_INSENSITIVE);

    private static final class Reader {
        private final String what;
        private final String text;
        private final StringBuilder sql = new StringBuilder();
        private final StringBuilder unquoted = new StringBuilder();
        private final List<String> names = new ArrayList<>();
        private int at;
        private int depth;

        Reader(String what, String text) {
            this.what = what;
            this.text = text.strip();
        }

        Fragment read() {
            while (at < text.length()) {
                char c = text.charAt(at);
                if (c == '\'' || c == '"' || c == '`') {
                    quoted(c);
                } else if (c == ':' && isNameStart(at + 1) && !isPart(at - 1)) {
                    parameter();
                } else {
                    plain(c);
                }
            }
            if (depth > 0) {
                throw refused("a bracket is not closed");
            }
            if (LOCKING.matcher(unquoted).find()) {
                throw refused("it must not lock rows: a chunk looks without locks, and locks only what it changes");
            }
            return new Fragment(sql.toString(), names);
        }

        private void quoted(char quote) {
            int end = at + 1;
            while (end < text.length() && text.charAt(end) != quote) {
                // A backslash may or may not escape (NO_BACKSLASH_ESCAPES): right before a quote it would mean either.
                if (text.charAt(end) == '\\'
                        && quote != '`'
                        && end + 1 < text.length()
                        && text.charAt(end + 1) == quote) {
                    throw refused("write a quote inside a text doubled, or as a parameter");
                }
                end += text.charAt(end) == '\\' && quote != '`' ? 2 : 1;
            }
            if (end >= text.length()) {
                throw refused("the quote " + quote + " is not closed");
            }
            sql.append(text, at, end + 1);
            unquoted.append('.'); // no words on either side of a quote may come together
            at = end + 1;
        }

        private void parameter() {
            int end = at + 1;
            while (end < text.length() && isPart(end)) {
                end++;
            }
            names.add(text.substring(at + 1, end));
            sql.append('?');
            at = end;
        }

        private void plain(char c) {
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth < 0) {
                throw refused("a bracket is closed that was not opened");
            }
            if (c == ';' || c == '#' || text.startsWith("/*", at) || isDashComment()) {
                throw refused("leave out comments and semicolons");
            }
            if (c == '?') {
                throw refused("write parameters as :name");
            }
            sql.append(c);
            unquoted.append(c);
            at++;
        }

        private boolean isDashComment() {
            return text.startsWith("--", at)
                    && (at + 2 == text.length() || Character.isWhitespace(text.charAt(at + 2)));
        }

        private boolean isNameStart(int index) {
            return index < text.length() && (Character.isLetter(text.charAt(index)) || text.charAt(index) == '_');
        }

        private boolean isPart(int index) {
            return index >= 0
                    && index < text.length()
                    && (Character.isLetterOrDigit(text.charAt(index)) || text.charAt(index) == '_');
        }

        private ConfigurationException refused(String why) {
            return new ConfigurationException("cannot use the " + what + " " + text + ": " + why);
        }
    }
}

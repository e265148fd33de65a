package dev.rowlock.mysql;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * A name of a schema, table, column or index that is safe to put into SQL.
 *
 * <p>Any name the server itself accepts is accepted, also with spaces, quotes and backticks: it is quoted, and backticks in it are
 * doubled. What no server can have as a name, or a driver changes, is refused here, before it reaches a statement. Immutable.
 *
 * @param name the name as the server stores it, 1 to 64 characters, without quoting
 * @see <a href="https://dev.mysql.com/doc/refman/8.4/en/identifiers.html">Schema object names</a>
 */
public record Identifier(String name) {
    private static final int MAX_LENGTH = 64;

    /** Connector/J replaces these also between backticks, and the statement would name something else. */
    private static final Pattern JDBC_ESCAPE = Pattern.compile(
            "\\{\\s*(?:(?:fn|d|t|ts|call|oj|escape)\\b|\\?).*}", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    public Identifier {
        if (name.isEmpty()) {
            throw new ConfigurationException("a name of a schema, table, column or index must not be empty");
        }
        if (name.codePointCount(0, name.length()) > MAX_LENGTH) {
            throw new ConfigurationException(
                    "the name " + shown(name) + " has more than " + MAX_LENGTH + " characters");
        }
        if (name.endsWith(" ")) {
            throw new ConfigurationException(
                    "the name " + shown(name) + " ends in a space, which MySQL does not allow");
        }
        if (name.chars().anyMatch(c -> c == 0 || Character.isSurrogate((char) c))) {
            throw new ConfigurationException("the name " + shown(name)
                    + " has a character (NUL or beyond U+FFFF) that MySQL does not allow in names");
        }
        if (JDBC_ESCAPE.matcher(name).find()) {
            throw new ConfigurationException("the name " + shown(name)
                    + " has a JDBC escape such as {fn ...} in it, which Connector/J replaces even in a quoted name");
        }
    }

    /** The name in backticks, ready for a statement. */
    public String quoted() {
        return '`' + name.replace("`", "``") + '`';
    }

    @Override
    public String toString() {
        return name;
    }

    private static String shown(String name) {
        String cut = name.length() > 80 ? name.substring(0, 80) + "..." : name;
        return new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).replace('\0', '?');
    }
}

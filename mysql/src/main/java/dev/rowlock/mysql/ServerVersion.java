package dev.rowlock.mysql;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server's version, comparable. Immutable.
 *
 * @param text as the server prints it
 */
public record ServerVersion(int major, int minor, int patch, String text) {
    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})(?:\\.(\\d{1,6}))?");

    /** Reads what {@code @@version} says, such as {@code 8.0.31} or {@code 5.5.5-10.11.6-MariaDB-log}. */
    public static ServerVersion parse(String text) {
        // MariaDB may put "5.5.5-" before its own number for the sake of old replication clients.
        String own = text.startsWith("5.5.5-") && text.contains("MariaDB") ? text.substring("5.5.5-".length()) : text;
        Matcher matcher = NUMBERS.matcher(own);
        if (!matcher.lookingAt()) {
            throw new ConfigurationException("cannot read the server's version: " + text);
        }
        String patch = matcher.group(3);
        return new ServerVersion(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                patch == null ? 0 : Integer.parseInt(patch),
                text);
    }

    public boolean atLeast(int wantedMajor, int wantedMinor, int wantedPatch) {
        if (major != wantedMajor) {
            return major > wantedMajor;
        }
        return minor != wantedMinor ? minor > wantedMinor : patch >= wantedPatch;
    }

    @Override
    public String toString() {
        return text;
    }
}

package dev.rowlock.queue.internal;

import dev.rowlock.queue.LogLine;
import java.time.Duration;
import java.util.List;

/** Lines of a job's log as text that people can read in the table: one to a line, the milliseconds since the attempt began before it. */
public final class LogText {
    private LogText() {}

    /** One line; line ends within it are written as {@code \n} and {@code \r}. */
    public static String line(Duration after, String text) {
        return after.toMillis() + " "
                + text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    }

    public static List<LogLine> parse(String text) {
        return text.isEmpty() ? List.of() : text.lines().map(LogText::parseLine).toList();
    }

    private static LogLine parseLine(String line) {
        int cut = line.indexOf(' ');
        return new LogLine(
                Duration.ofMillis(Long.parseLong(line.substring(0, cut))), unescaped(line.substring(cut + 1)));
    }

    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int at = 0; at < text.length(); at++) {
            char next = text.charAt(at);
            if (next == '\\' && at + 1 < text.length()) {
                at++;
                char escaped = text.charAt(at);
                plain.append(escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped);
            } else {
                plain.append(next);
            }
        }
        return plain.toString();
    }
}

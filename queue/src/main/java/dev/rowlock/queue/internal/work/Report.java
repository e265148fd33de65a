package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.internal.LogText;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What one attempt has told about itself: how far it is, and the last of its lines. Bounded, so that a handler that logs in a loop costs no more than
 * one that does not. Thread-safe.
 */
final class Report {
    static final int MOST_LINES = 100;
    static final int MOST_BYTES = 16 * 1024;
    static final int LONGEST_LINE = 1_000;
    static final int LONGEST_NOTE = 200;

    /**
     * It all at one time.
     *
     * @param version which is the newer one
     * @param done {@code null} when nothing was said about progress
     * @param log {@code null} when nothing was logged
     */
    record Content(
            long version,
            @Nullable Long done,
            @Nullable Long total,
            @Nullable String note,
            long omitted,
            @Nullable String log) {}

    private final Deque<String> lines = new ArrayDeque<>();
    private @Nullable Long done;
    private @Nullable Long total;
    private @Nullable String note;
    private int bytes;
    private long omitted;
    private long version;
    private long written;

    synchronized void progress(long reached, long of, @Nullable String saying) {
        done = Math.max(0, reached);
        total = Math.max(0, of);
        note = saying == null ? null : cut(saying, LONGEST_NOTE);
        version++;
    }

    synchronized void log(Duration after, String text) {
        String line = LogText.line(after, cut(text, LONGEST_LINE));
        lines.add(line);
        bytes += size(line);
        while (lines.size() > MOST_LINES || bytes > MOST_BYTES) {
            bytes -= size(lines.remove());
            omitted++;
        }
        version++;
    }

    private static int size(String line) {
        return line.getBytes(StandardCharsets.UTF_8).length + 1;
    }

    private static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest);
    }

    /** What is to be written; {@code null} when nothing is new. */
    synchronized @Nullable Content unwritten() {
        return version == written
                ? null
                : new Content(version, done, total, note, omitted, lines.isEmpty() ? null : String.join("\n", lines));
    }

    /** This is committed. */
    synchronized void written(Content content) {
        written = Math.max(written, content.version());
    }
}

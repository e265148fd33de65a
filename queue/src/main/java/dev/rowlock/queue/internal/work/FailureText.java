package dev.rowlock.queue.internal.work;

import java.io.PrintWriter;
import java.io.Writer;

/**
 * An exception as it is kept: what it says, and where it came from, as much of both as there is room for. Exceptions are the application's code, and what
 * goes wrong in them must not keep an attempt from ending.
 */
final class FailureText {
    private FailureText() {}

    static Ruling.Failed of(Throwable failure) {
        return new Ruling.Failed(reason(failure), stack(failure));
    }

    private static String reason(Throwable failure) {
        String message;
        try {
            message = failure.getMessage();
        } catch (RuntimeException | Error e) {
            message = "(its message cannot be had: " + e.getClass().getName() + ")";
        }
        return message == null || message.isBlank()
                ? failure.getClass().getName()
                : name(failure) + ": " + message.strip();
    }

    private static String name(Throwable failure) {
        String simple = failure.getClass().getSimpleName();
        return simple.isEmpty() ? failure.getClass().getName() : simple;
    }

    private static String stack(Throwable failure) {
        Kept kept = new Kept();
        try {
            PrintWriter printer = new PrintWriter(kept);
            failure.printStackTrace(printer);
        } catch (RuntimeException | Error e) {
            return kept + "(its stack cannot be had: " + e.getClass().getName() + ")";
        }
        return kept.toString();
    }

    /** Keeps the first part of what is written, however much that is. */
    private static final class Kept extends Writer {
        private final StringBuilder text = new StringBuilder();

        @Override
        public void write(char[] characters, int from, int length) {
            int room = Ruling.Failed.LONGEST_STACK - text.length();
            text.append(characters, from, Math.min(length, Math.max(0, room)));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}

        @Override
        public String toString() {
            return text.toString();
        }
    }
}

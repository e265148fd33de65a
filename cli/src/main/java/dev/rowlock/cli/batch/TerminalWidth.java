package dev.rowlock.cli.batch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** How much of a line a terminal shows without breaking it: a broken line could not be written over. Immutable. */
record TerminalWidth(int columns) {
    private static final int USUAL = 80;

    static TerminalWidth unlimited() {
        return new TerminalWidth(Integer.MAX_VALUE);
    }

    /** Asks the terminal; {@code stty} is wherever there is a shell. */
    static TerminalWidth ask() {
        try {
            Process stty = new ProcessBuilder("/bin/sh", "-c", "stty size < /dev/tty")
                    .redirectErrorStream(true)
                    .start();
            String answer = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            boolean ended = stty.waitFor(1, TimeUnit.SECONDS);
            return new TerminalWidth(
                    ended && answer.matches("\\d+ \\d{2,4}")
                            ? Integer.parseInt(answer.substring(answer.indexOf(' ') + 1))
                            : USUAL);
        } catch (IOException e) {
            return new TerminalWidth(USUAL);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new TerminalWidth(USUAL);
        }
    }

    String cut(String line) {
        return line.length() < columns ? line : line.substring(0, columns - 1);
    }
}

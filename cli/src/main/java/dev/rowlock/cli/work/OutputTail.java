package dev.rowlock.cli.work;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The last of what a program printed, however much it prints. Written by one thread, read by another. */
final class OutputTail {
    private static final int KEPT = 2_000;
    private static final int LINES = 5;

    private final byte[] last = new byte[KEPT];
    private long total;

    /** Reads to the end. */
    void drain(InputStream from) {
        byte[] buffer = new byte[8_192];
        try (from) {
            for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                keep(buffer, read);
            }
        } catch (IOException closed) {
            // the program is gone: what there is, is here
        }
    }

    private synchronized void keep(byte[] bytes, int length) {
        for (int at = Math.max(0, length - KEPT); at < length; at++) {
            last[(int) ((total + at) % KEPT)] = bytes[at];
        }
        total += length;
    }

    /** The last lines, on one line. */
    synchronized String lastLines() {
        int length = (int) Math.min(total, KEPT);
        byte[] inOrder = new byte[length];
        for (int at = 0; at < length; at++) {
            inOrder[at] = last[(int) ((total - length + at) % KEPT)];
        }
        List<String> lines = new String(inOrder, StandardCharsets.UTF_8)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        return String.join(" / ", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
    }
}

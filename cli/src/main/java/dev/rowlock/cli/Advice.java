package dev.rowlock.cli;

import dev.rowlock.mysql.RowlockException;

/** An error's message with what mends it. */
final class Advice {
    private Advice() {}

    static String of(RowlockException failure) {
        return String.valueOf(failure.getMessage());
    }
}

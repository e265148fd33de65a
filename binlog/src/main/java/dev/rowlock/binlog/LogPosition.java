package dev.rowlock.binlog;

/**
 * A place in the binary log, between two transactions. Immutable.
 *
 * @param file such as {@code binlog.000007}
 * @param offset bytes from the file's beginning
 */
public record LogPosition(String file, long offset) {
    @Override
    public String toString() {
        return file + ":" + offset;
    }
}

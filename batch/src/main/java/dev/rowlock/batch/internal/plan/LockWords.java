package dev.rowlock.batch.internal.plan;

import dev.rowlock.batch.ChunkBounds;

/** What the statements of a chunk lock, in words; the documentation has the proof in the server's own list of locks. Immutable. */
final class LockWords {
    private static final String GUARDED =
            "; where another transaction guards that part of an index it gives up and comes back to the row";

    private final String until;

    LockWords(ChunkBounds chunk) {
        this.until = "until the chunk's commit (at most " + chunk.rows() + " rows, for at most about "
                + chunk.target().toMillis() + " ms)";
    }

    String look() {
        return "none: a consistent read along the primary key";
    }

    String lock() {
        return "exclusive, on the primary-key record of each row that matches and that nobody holds, " + until
                + "; rows that others hold are passed over and keep no lock of ours, rows that do not match are let go at once,"
                + " no gaps: others may insert";
    }

    String change() {
        return "none on rows beyond those locked already; entries of the secondary indexes whose columns change, "
                + until + GUARDED;
    }

    String delete() {
        return "none on rows beyond those locked already; their entries in every secondary index, " + until + GUARDED;
    }

    String copy() {
        return "the new rows of the archive, and shared locks on none of the table's rows beyond those locked already, "
                + until;
    }
}

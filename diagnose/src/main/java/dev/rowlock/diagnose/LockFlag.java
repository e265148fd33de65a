package dev.rowlock.diagnose;

/** What the server prints after a lock's mode. A record lock without {@link #GAP} and {@link #REC_BUT_NOT_GAP} covers the row and the gap before it. */
public enum LockFlag {
    /** {@code locks gap before rec}: no row, only the gap before it. */
    GAP("gap"),
    /** {@code locks rec but not gap}: the row alone. */
    REC_BUT_NOT_GAP("rec-but-not-gap"),
    /** {@code insert intention}: an insert that wants to enter a gap. */
    INSERT_INTENTION("insert-intention"),
    /** {@code waiting}: asked for and not granted. */
    WAITING("waiting"),
    /** The lock covers the end of an index page, hence the gap after its last row. */
    SUPREMUM("supremum");

    private final String label;

    LockFlag(String label) {
        this.label = label;
    }

    /** The word for it in text and JSON. */
    public String label() {
        return label;
    }
}

package dev.rowlock.diagnose;

import java.util.Locale;

/** Which side of the bargain a transaction is on: background work that has to give way, or online traffic. */
public enum Side {
    BATCH,
    ONLINE,
    /** No rule says. */
    UNKNOWN;

    /** The word for it in text and JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}

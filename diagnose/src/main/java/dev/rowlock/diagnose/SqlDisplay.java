package dev.rowlock.diagnose;

/** How statements are handed out. */
public enum SqlDisplay {
    /** As the server printed them. */
    AS_PRINTED,
    /** Literals and comments replaced by {@code ?}, for a ticket or a mail. */
    MASKED
}

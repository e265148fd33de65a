package dev.rowlock.claim;

/**
 * What a column of the user's table is for. Only {@link #STATUS} has to exist; each other one that is missing narrows what the
 * protocol can promise, see {@link LostGuarantee}.
 */
public enum ColumnRole {
    /** Ready, processing, done or dead; text, ENUM or a whole number. */
    STATUS("status"),
    /** The row is ready from this time on; DATETIME or TIMESTAMP. */
    AVAILABLE_AT("available_at"),
    /** End of the holder's lease; DATETIME or TIMESTAMP. */
    LEASE_UNTIL("lease_until"),
    /** When the row was claimed, or its claim last renewed; DATETIME or TIMESTAMP. */
    CLAIMED_AT("claimed_at"),
    /** Failed and abandoned attempts so far; a whole number. */
    ATTEMPTS("attempts"),
    /** The fencing token: grows with every claim and is never reset; a whole number, BIGINT at best. */
    TOKEN("token"),
    /** Who holds the row; text. */
    OWNER("owner"),
    /** Why the last attempt failed; text. */
    LAST_ERROR("last_error"),
    /** What the work needs to know; text, JSON or bytes. */
    PAYLOAD("payload");

    private final String usualName;

    ColumnRole(String usualName) {
        this.usualName = usualName;
    }

    /** The column name that is looked for when none is given. */
    public String usualName() {
        return usualName;
    }
}

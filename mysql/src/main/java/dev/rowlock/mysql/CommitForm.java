package dev.rowlock.mysql;

/** In what words a transaction is committed; the effect is the same. */
public enum CommitForm {
    /** As the driver does it, which is COMMIT. */
    PLAIN,
    /**
     * {@code COMMIT AND NO CHAIN}. The server's statistics keep it apart from COMMIT, so that how long the COMMITs of online traffic take can be told with a batch beside
     * it. Costs a round trip more where a pool rolls back what it did not see committed, after the commit and with nothing locked.
     */
    APART
}

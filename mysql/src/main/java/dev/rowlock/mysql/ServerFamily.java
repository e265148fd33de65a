package dev.rowlock.mysql;

/** Which server speaks the protocol. */
public enum ServerFamily {
    MYSQL,
    MARIADB,
    /** Parses SKIP LOCKED and takes no lock (facts 8): refused. */
    TIDB
}

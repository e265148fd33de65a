package dev.rowlock.testing;

/** How many drivers a test runs with on each server. */
public enum Drivers {
    /** Connector/J on MySQL, MariaDB Connector/J on MariaDB. */
    ONE,
    /** Both on every server. */
    BOTH
}

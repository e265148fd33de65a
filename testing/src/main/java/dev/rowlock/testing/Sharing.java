package dev.rowlock.testing;

/** Who uses the server of a test. */
public enum Sharing {
    /** One server per JVM, a schema per test. */
    SHARED,
    /** A server for this test alone, which it may kill, pause and restart; costs about a second. */
    DEDICATED
}

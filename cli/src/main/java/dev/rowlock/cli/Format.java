package dev.rowlock.cli;

/** What answers look like. */
public enum Format {
    TEXT,
    JSON
}

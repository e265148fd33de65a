package dev.rowlock.benchmarks.peers;

/** What every job carries. */
final class Payload {
    static final String TEXT = "{\"order\": 4711, \"customer\": 815, \"reason\": \"payment overdue\"}";

    private Payload() {}
}

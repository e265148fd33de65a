package dev.rowlock.cli.queue;

/** What a queue's name does that nobody used before. */
enum NewQueues {
    ADDED,
    REFUSED
}

package dev.rowlock.testing.internal;

import java.util.concurrent.atomic.AtomicLong;

/** What went through a data source. Safe for use by several threads. */
public final class Counters {
    final AtomicLong connections = new AtomicLong();
    final AtomicLong statements = new AtomicLong();
    final AtomicLong commits = new AtomicLong();
    final AtomicLong rollbacks = new AtomicLong();

    public long connections() {
        return connections.get();
    }

    public long statements() {
        return statements.get();
    }

    public long commits() {
        return commits.get();
    }

    public long rollbacks() {
        return rollbacks.get();
    }

    public void reset() {
        connections.set(0);
        statements.set(0);
        commits.set(0);
        rollbacks.set(0);
    }
}

package dev.rowlock.queue;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.internal.Enqueuer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** One queue. Thread-safe. */
public final class Queue {
    private final String name;
    private final int number;
    private final Transactions transactions;
    private final Enqueuer enqueuer;

    Queue(String name, int number, Transactions transactions, Enqueuer enqueuer) {
        this.name = name;
        this.number = number;
        this.transactions = transactions;
        this.enqueuer = enqueuer;
    }

    public String name() {
        return name;
    }

    /**
     * Enqueues in the caller's transaction: the job is there when that commits, and never was when it is rolled back. The connection is
     * neither committed nor closed.
     *
     * <p>Locks: exclusive on the new row, and on the row of an idempotency key, until the caller's transaction ends. Without a key it waits for nobody.
     * With one it waits, like any INSERT of a unique key, for a transaction that used the same key and has not ended.
     *
     * @throws StoreException when the server refuses; nothing was retried, since the transaction is the caller's
     */
    public EnqueueOutcome enqueue(Connection connection, NewJob job) {
        return enqueueAll(connection, List.of(job)).get(0);
    }

    /** The same for many, in few statements; an outcome for each, in the same order. */
    public List<EnqueueOutcome> enqueueAll(Connection connection, List<NewJob> jobs) {
        try {
            return enqueuer.enqueue(connection, jobs);
        } catch (SQLException e) {
            throw StoreException.of(e);
        }
    }

    /** Enqueues in a transaction of its own. */
    public EnqueueOutcome enqueue(NewJob job) {
        return enqueueAll(List.of(job)).get(0);
    }

    /** The same for many: all of them or none. */
    public List<EnqueueOutcome> enqueueAll(List<NewJob> jobs) {
        return transactions.inTransaction(Isolation.READ_COMMITTED, connection -> enqueuer.enqueue(connection, jobs));
    }

    /** Begins a worker of this queue. */
    public Worker.Builder worker() {
        return new Worker.Builder(name, number, transactions);
    }
}

package dev.rowlock.queue.internal.work;

import dev.rowlock.mysql.StoreException;
import dev.rowlock.queue.Job;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobOutcome;
import dev.rowlock.queue.LeaseLostException;
import dev.rowlock.queue.internal.Headers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** A held job as its handler sees it. Thread-safe. */
final class HeldJob<T> implements Job<T> {
    /** What stands behind it. */
    record Source(Held held, Desk desk, Settling settling) {}

    private final Source source;
    private final T payload;

    HeldJob(Source source, T payload) {
        this.source = source;
        this.payload = payload;
    }

    private LeasedJob row() {
        return source.held().job;
    }

    @Override
    public JobId id() {
        return row().id();
    }

    @Override
    public String kind() {
        return row().kind();
    }

    @Override
    public T payload() {
        return payload;
    }

    @Override
    public int attempt() {
        return row().attempts() + 1;
    }

    @Override
    public int maxAttempts() {
        return row().maxAttempts();
    }

    @Override
    public Map<String, String> headers() {
        return Headers.parse(row().headers());
    }

    @Override
    public long token() {
        return row().token();
    }

    @Override
    public boolean isCancelled() {
        return source.held().cancelled;
    }

    @Override
    public JobOutcome completeOn(Connection connection) {
        source.desk().pin(source.held());
        Held done = new Held(row(), source.held().deadline);
        done.ruling = Ruling.done(null);
        try {
            if (!source.settling().complete(connection, done)) {
                throw LeaseLostException.of(id());
            }
        } catch (SQLException e) {
            throw StoreException.of(e);
        }
        return new JobOutcome.Settled(id());
    }
}
